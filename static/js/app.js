// What every page does: theme, menu, the banner for a lost network, one POST a tap.
"use strict";

(() => {
  const YEAR = 60 * 60 * 24 * 365;
  const GUARD_MS = 4000;
  const MODES = ["dark", "light"];

  const show = (name, shown) => {
    const banner = document.querySelector(`[data-${name}]`);
    if (banner) banner.hidden = !shown;
  };

  // Theme: without this script the form goes to the server, which sets the same cookie.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-theme-form]") || !event.submitter) return;
    event.preventDefault();
    const chosen = MODES.includes(event.submitter.value) ? event.submitter.value : "";
    const secure = location.protocol === "https:" ? ";secure" : "";
    document.cookie = `theme=${chosen};path=/;max-age=${chosen ? YEAR : 0};samesite=lax${secure}`;
    document.documentElement.classList.remove(...MODES);
    if (chosen) document.documentElement.classList.add(chosen);
    document.querySelector('meta[name="color-scheme"]').content = chosen || "light dark";
    for (const button of form.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button === event.submitter));
    }
  });

  // Menu: closes on a tap elsewhere and on Escape, and gives the focus back.
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("[data-menu][open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll("[data-menu][open]")) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  // One POST a tap. htmx has its own guard; a plain form is released after a while, because on dead
  // Wi-Fi the same tap must work again (the server applies a command once, however often it comes).
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (form.method !== "post" || form.matches("[hx-post], [data-hx-post], [data-theme-form]")) return;
      if (form.dataset.sent) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      form.dataset.sent = "yes";
      setTimeout(() => delete form.dataset.sent, GUARD_MS);
    },
    true,
  );
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  });

  // The second tap of a double tap does nothing: by then the button under the finger may be the next
  // step's.
  document.addEventListener(
    "click",
    (event) => {
      if (event.detail < 2 || !event.target.closest?.(".bar .primary")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );

  // What was refused is said beside its field: let it be seen, wherever the form was sent from.
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "main") return;
    event.target.querySelector(".field-error")?.scrollIntoView({ block: "center" });
  });

  // The network, and a server in trouble: say so, keep what was entered.
  const asked = new WeakMap();
  let lostAt = 0;
  const lost = () => {
    lostAt = performance.now();
    show("offline", true);
  };
  const answered = () => show("offline", false);
  document.addEventListener("htmx:sendError", lost);
  document.addEventListener("htmx:timeout", lost);
  document.addEventListener("htmx:beforeSend", (event) => asked.set(event.detail.xhr, performance.now()));
  // What was asked before the loss may still be answered; that does not bring back what was lost.
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    if (asked.get(event.detail.xhr) > lostAt) answered();
  });
  window.addEventListener("online", answered);

  // What was asked for a part that is no longer on the page is not answered into the next one.
  document.addEventListener("htmx:beforeCleanupElement", (event) => {
    const part = event.target;
    if (part instanceof Element && !part.matches("form")) window.htmx.trigger(part, "htmx:abort");
  });

  document.addEventListener("htmx:beforeRequest", () => show("trouble", false));
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.requestConfig.verb !== "get") show("trouble", true);
  });
})();

// Paper: the browser's own print dialog; without this script its menu does the same.
(() => {
  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }
})();
