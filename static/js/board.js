// The board's clocks: the countdown to the restart, and the minutes each table has been in its state.
"use strict";

(() => {
  const SECOND = 1000;
  const TICK_MS = 1000;
  // When each clock was drawn, by this device's own counter: its time of day may be wrong.
  const drawn = new WeakMap();

  const elapsed = (clock) => {
    if (!drawn.has(clock)) drawn.set(clock, performance.now());
    return (performance.now() - drawn.get(clock)) / SECOND;
  };

  const write = (clock, text) => {
    if (clock.textContent !== text) clock.textContent = text;
  };

  const tick = () => {
    for (const clock of document.querySelectorAll("[data-seconds-left]")) {
      const left = Math.max(0, Math.round(Number(clock.dataset.secondsLeft) - elapsed(clock)));
      write(clock, `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`);
    }
    for (const clock of document.querySelectorAll("[data-minutes-since]")) {
      write(clock, String(Math.floor((Number(clock.dataset.minutesSince) + elapsed(clock)) / 60)));
    }
  };

  tick();
  setInterval(tick, TICK_MS);
})();
