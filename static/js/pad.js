// The card pad: 52 buttons that fill the card fields of the seats in the same form.
//
// The fields stay in the form and are what is sent: <input data-pad-seat data-seat="4" data-cards="2">
// with text like "Ks 9d"; data-room gives a field its own number of slots. This script draws each as slots; a field whose text it cannot read stays a
// text field, so that nothing typed is lost.
"use strict";

(() => {
  const TOKEN = /^(10|[2-9TJQKA])([SHDC])$/;

  const say = (text, values) => (text || "").replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

  // "Ks, 10d" -> ["Ks", "Td"]; null when a word is no card.
  const parse = (text) => {
    const cards = [];
    for (const word of text.split(/[\s,;]+/).filter(Boolean)) {
      const found = TOKEN.exec(word.toUpperCase());
      if (!found) return null;
      cards.push((found[1] === "10" ? "T" : found[1]) + found[2].toLowerCase());
    }
    return cards;
  };

  class Pad {
    constructor(root) {
      this.root = root;
      this.form = root.closest("form");
      this.text = root.dataset;
      this.every = root.dataset.mode === "every";
      this.decks = Number(root.dataset.decks) || 1;
      this.buttons = [...root.querySelectorAll("[data-card]")];
      this.faces = new Map(this.buttons.map((button) => [button.dataset.card, button]));
      this.undo = root.querySelector("[data-pad-undo]");
      this.history = [];
      this.writing = false;
      this.seats = [...this.form.querySelectorAll("[data-pad-seat]")].map((input) => this.seat(input));
      this.at = this.firstOpen();
      this.listen();
      root.hidden = false;
      this.draw();
    }

    seat(input) {
      const number = input.dataset.seat;
      const room = Number(input.dataset.room) || (this.every && Number(input.dataset.cards)) || 1;
      const list = document.createElement("span");
      list.className = "slots";
      const slots = Array.from({ length: room }, () => {
        const slot = document.createElement("button");
        slot.type = "button";
        slot.className = "slot";
        list.append(slot);
        return slot;
      });
      input.after(list);
      const seat = { input, number, list, slots, cards: [], drawn: false };
      this.load(seat);
      return seat;
    }

    // Takes over what the field holds; leaves it a text field when it holds something else than cards.
    load(seat) {
      const cards = parse(seat.input.value);
      seat.drawn = cards !== null && cards.length <= seat.slots.length;
      seat.cards = seat.slots.map((_, index) => (seat.drawn && cards[index]) || "");
      seat.other = seat.drawn ? [] : cards || [];
      seat.input.hidden = seat.drawn;
      seat.list.hidden = !seat.drawn;
      const label = seat.input.labels?.[0];
      if (label) label.hidden = seat.drawn;
    }

    listen() {
      for (const seat of this.seats) {
        seat.slots.forEach((slot, index) => {
          slot.addEventListener("click", () => this.move(seat, index));
          slot.addEventListener("keydown", (event) => {
            if (event.key !== "Backspace" && event.key !== "Delete") return;
            event.preventDefault();
            this.put(seat, index, "");
          });
        });
        seat.input.addEventListener("change", () => {
          if (this.writing) return;
          this.load(seat);
          this.at = this.firstOpen();
          this.draw();
        });
      }
      this.buttons.forEach((button, index) => {
        button.addEventListener("click", () => this.choose(button));
        button.addEventListener("keydown", (event) => this.walk(event, index));
      });
      this.undo.addEventListener("click", () => this.takeBack());
    }

    firstOpen(after = null) {
      const all = this.seats.flatMap((seat) => (seat.drawn ? seat.slots.map((_, index) => ({ seat, index })) : []));
      const from = after ? all.findIndex((spot) => spot.seat === after.seat && spot.index === after.index) + 1 : 0;
      return [...all.slice(from), ...all.slice(0, from)].find(({ seat, index }) => !seat.cards[index]) || null;
    }

    count(card) {
      return this.seats.flatMap((seat) => [...seat.cards, ...seat.other]).filter((held) => held === card).length;
    }

    name(card) {
      return this.faces.get(card)?.dataset.name ?? card;
    }

    move(seat, index) {
      this.at = { seat, index };
      this.draw();
    }

    choose(button) {
      if (!this.at || button.getAttribute("aria-disabled") === "true") return;
      this.put(this.at.seat, this.at.index, button.dataset.card);
    }

    put(seat, index, card) {
      const before = seat.cards[index];
      if (before === card) return;
      this.history.push({ seat, index, before, card });
      this.set(seat, index, card);
      this.at = card ? this.firstOpen({ seat, index }) : { seat, index };
      this.draw();
      this.announce(card ? this.text.textPlaced : this.text.textRemoved, seat, card || before);
    }

    takeBack() {
      const last = this.history.pop();
      if (!last) return;
      this.set(last.seat, last.index, last.before);
      this.at = { seat: last.seat, index: last.index };
      this.draw();
      this.announce(
        last.before ? this.text.textPlaced : this.text.textRemoved,
        last.seat,
        last.before || last.card,
      );
    }

    set(seat, index, card) {
      seat.cards[index] = card;
      seat.input.value = seat.cards.filter(Boolean).join(" ");
      this.writing = true;
      seat.input.dispatchEvent(new Event("input", { bubbles: true }));
      seat.input.dispatchEvent(new Event("change", { bubbles: true }));
      this.writing = false;
    }

    announce(text, seat, card) {
      const values = { seat: seat.number, card: this.name(card) };
      this.root.querySelector("[data-pad-status]").textContent = say(text, values);
    }

    // Arrow keys walk the pad, 13 cards a row; Backspace takes the last card back.
    walk(event, index) {
      const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 13, ArrowUp: -13 }[event.key];
      if (event.key === "Backspace") {
        event.preventDefault();
        this.takeBack();
      } else if (step) {
        event.preventDefault();
        const next = this.buttons[index + step];
        if (next) this.focus(next);
      }
    }

    focus(button) {
      for (const other of this.buttons) other.tabIndex = other === button ? 0 : -1;
      button.focus();
    }

    draw() {
      const open = this.buttons.find((button) => button.tabIndex === 0 && this.roving) || this.buttons[0];
      this.roving = true;
      for (const button of this.buttons) {
        const used = this.count(button.dataset.card) >= this.decks;
        button.setAttribute("aria-disabled", String(used));
        button.setAttribute("aria-label", used ? say(this.text.textUsed, { card: button.dataset.name }) : button.dataset.name);
        button.tabIndex = button === open ? 0 : -1;
      }
      for (const seat of this.seats) seat.slots.forEach((slot, index) => this.drawSlot(seat, slot, index));
      this.drawHead();
    }

    drawSlot(seat, slot, index) {
      const card = seat.cards[index];
      const next = this.at?.seat === seat && this.at.index === index;
      slot.classList.toggle("has-card", Boolean(card));
      slot.classList.toggle("next", next);
      slot.setAttribute("aria-pressed", String(next));
      const values = { seat: seat.number, number: index + 1, card: card ? this.name(card) : this.text.textOpen };
      slot.setAttribute("aria-label", say(this.text.textSlot, values));
      if (card) {
        slot.dataset.suit = card[1];
        const face = this.faces.get(card);
        slot.replaceChildren(face.dataset.rank, face.querySelector("svg").cloneNode(true));
      } else {
        delete slot.dataset.suit;
        slot.textContent = "?";
      }
    }

    drawHead() {
      const heading = this.root.querySelector("[data-pad-heading]");
      if (this.at) {
        const { seat, index } = this.at;
        const cards = Number(seat.input.dataset.cards) || seat.slots.length;
        const text = cards === 1 ? this.text.textOne : this.every ? this.text.textEvery : this.text.textBest;
        heading.textContent = say(text, { seat: seat.number, card: index + 1, cards });
      } else {
        heading.textContent = this.text.textComplete;
      }
      const last = this.history.at(-1);
      this.undo.disabled = !last;
      const shown = last?.card || last?.before;
      this.text.textPlainUndo ??= this.undo.textContent;
      this.undo.textContent = shown
        ? say(this.text.textUndo, { card: this.name(shown) })
        : this.text.textPlainUndo;
      const progress = document.querySelector("[data-pad-progress]");
      if (progress) {
        const done = this.seats.filter((seat) => seat.cards.every(Boolean)).length;
        progress.textContent = say(progress.dataset.text, { done, of: this.seats.length });
      }
    }
  }

  const start = (root) => {
    const pads = root.matches?.("[data-pad]") ? [root] : [];
    for (const pad of [...pads, ...root.querySelectorAll("[data-pad]")]) {
      if (pad.dataset.started || !pad.closest("form")) continue;
      pad.dataset.started = "yes";
      new Pad(pad);
    }
  };

  document.addEventListener("htmx:load", (event) => start(event.detail.elt));
  start(document);
})();
