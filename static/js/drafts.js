// Drafts: <form data-draft="race:version:user"> keeps its entries on this device until they are sent.
//
// After a log-in, a lock or a reload the same form shows them again. They are dropped once an answer
// shows that the form was accepted: a page that is not marked data-keep-drafts, or an htmx success.
// Passwords, PINs, files and hidden fields (tokens, command ids) are never kept.
"use strict";

(() => {
  const PREFIX = "draft:";
  const SENT = "draft-sent";
  const PRIVATE = /pass|pin|csrf|token|secret/i;
  const touched = new WeakSet();

  const kept = (field) =>
    field.name &&
    !field.disabled &&
    !["hidden", "password", "file", "submit", "button", "reset", "image"].includes(field.type) &&
    !PRIVATE.test(field.name) &&
    !/one-time-code|password/.test(field.autocomplete || "") &&
    !field.closest("[data-no-draft]");

  const fields = (form) => [...form.elements].filter(kept);
  const ticks = (field) => field.type === "checkbox" || field.type === "radio";

  // A browser may forbid storage; then there are no drafts, and everything else works.
  const store = (action) => {
    try {
      return action(window.sessionStorage);
    } catch {
      return null;
    }
  };

  const read = (form) => {
    const entries = {};
    for (const field of fields(form)) {
      const values = (entries[field.name] ??= []);
      if (ticks(field)) {
        if (field.checked) values.push(field.value);
      } else if (field.type === "select-multiple") {
        values.push(...[...field.selectedOptions].map((option) => option.value));
      } else {
        values.push(field.value);
      }
    }
    return entries;
  };

  const write = (form, entries) => {
    const changed = [];
    const place = {};
    for (const field of fields(form)) {
      const values = entries[field.name];
      if (!values) continue;
      if (ticks(field)) {
        const wanted = values.includes(field.value);
        if (field.checked === wanted) continue;
        field.checked = wanted;
        if (wanted || field.type === "checkbox") changed.push(field);
      } else if (field.type === "select-multiple") {
        for (const option of field.options) option.selected = values.includes(option.value);
      } else {
        const index = place[field.name] ?? 0;
        place[field.name] = index + 1;
        if (values[index] === undefined || values[index] === field.value) continue;
        field.value = values[index];
        changed.push(field);
      }
    }
    for (const field of changed) field.dispatchEvent(new Event("change", { bubbles: true }));
    return changed.length > 0;
  };

  const drop = (key) => store((storage) => storage.removeItem(PREFIX + key));

  const say = (text) => {
    const place = document.getElementById("messages");
    if (!text || !place) return;
    const note = document.createElement("p");
    note.className = "note live";
    note.textContent = text;
    place.append(note);
  };

  const restore = (root) => {
    const forms = root.matches?.("form[data-draft]") ? [root] : [];
    for (const form of [...forms, ...root.querySelectorAll("form[data-draft]")]) {
      const text = store((storage) => storage.getItem(PREFIX + form.dataset.draft));
      if (!text || touched.has(form)) continue;
      let entries = null;
      try {
        entries = JSON.parse(text);
      } catch {
        drop(form.dataset.draft);
      }
      if (entries && write(form, entries)) say(document.body.dataset.textRestored);
    }
  };

  const remember = (event) => {
    const form = event.target.form;
    if (!form?.dataset?.draft || !kept(event.target)) return;
    touched.add(form);
    store((storage) => storage.setItem(PREFIX + form.dataset.draft, JSON.stringify(read(form))));
  };
  document.addEventListener("input", remember);
  document.addEventListener("change", remember);

  // Whether a plain submission was accepted is known on the page that comes back.
  const send = (form) => {
    if (form?.dataset?.draft) store((storage) => storage.setItem(SENT, form.dataset.draft));
  };
  document.addEventListener("submit", (event) => send(event.target));

  const settle = () => {
    const key = store((storage) => storage.getItem(SENT));
    if (!key || "keepDrafts" in document.body.dataset) return;
    store((storage) => storage.removeItem(SENT));
    const again = [...document.querySelectorAll("form[data-draft]")].some((form) => form.dataset.draft === key);
    if (!again) drop(key);
  };

  // A request of the form itself, not of a part that only refreshes a total.
  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, xhr, successful } = event.detail;
    const form = elt.matches("form, button, input[type=submit]") ? elt.closest("form") : null;
    if (!form?.dataset?.draft || event.detail.requestConfig?.verb === "get") return;
    if (xhr?.getResponseHeader("HX-Redirect") || xhr?.getResponseHeader("HX-Location")) {
      send(form);
    } else {
      store((storage) => storage.removeItem(SENT));
      if (successful && xhr.status < 400) drop(form.dataset.draft);
    }
  });
  document.addEventListener("htmx:load", (event) => restore(event.detail.elt));

  settle();
  restore(document);
})();
