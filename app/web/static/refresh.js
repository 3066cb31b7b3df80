// A private page that waits for something (a run, letters, mails) shows itself anew every few seconds.
// Not while it is out of sight, nor while somebody works in it: then it waits for the next time.

const EVERY = 5000;
const WORKPLACES = "main input, main select, main textarea, main button, main a, main details[open] *";
let touched = false;

addEventListener("input", () => {
  touched = true;
});

async function renew() {
  const busy = touched || document.activeElement?.matches(WORKPLACES) || !getSelection().isCollapsed;
  if (document.hidden || busy) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.querySelector("main").replaceWith(fresh.querySelector("main"));
  if (!fresh.querySelector("script[src*='refresh.js']")) clearInterval(ticking);
}

const ticking = setInterval(renew, EVERY);
