// What is typed into a form is kept in this browser alone until it has been sent, and offered back: newest first, never put
// over what the server sent. Several tabs keep a draft each; that of this tab comes back by itself when it returns to the form.

const PREFIX = "hikyaku-draft ";
const MOST = 3;

const load = (key) => JSON.parse(localStorage.getItem(PREFIX + key) ?? "[]");
const store = (key, drafts) => (drafts.length ? localStorage.setItem(PREFIX + key, JSON.stringify(drafts)) : localStorage.removeItem(PREFIX + key));

// Pages that say what has arrived, and forms that sign out.
for (const arrived of document.querySelectorAll("[data-draft-sent]")) store(arrived.dataset.draftSent, []);
for (const form of document.querySelectorAll("[data-forget-drafts]")) {
  form.addEventListener("submit", () => {
    const kept = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    kept.forEach((key) => localStorage.removeItem(key));
  });
}

const offer = document.querySelector("[data-draft]");
if (offer) keep(offer, offer.dataset.draft, document.getElementById(offer.dataset.form));

function keep(offer, key, form) {
  // An address is not kept: others may sit here next.
  const fields = () => [...form.elements].filter((each) => each.name && !/^(hidden|file|email|submit|fieldset)$/.test(each.type));
  const typed = () => Object.fromEntries(fields().filter((each) => each.type !== "radio" || each.checked).map((each) => [each.name, each.value]));
  const id = sessionStorage.getItem(PREFIX + key) ?? `${Date.now()} ${Math.random()}`;
  sessionStorage.setItem(PREFIX + key, id);
  let [before, timer, shown] = [JSON.stringify(typed())];

  function save() {
    clearTimeout(timer);
    const now = JSON.stringify(typed());
    if (now === before) return;
    before = now;
    const others = load(key).filter((each) => each.id !== id);
    store(key, [{ id, at: Date.now(), fields: typed() }, ...others].slice(0, MOST));
  }

  function present() {
    const here = typed();
    const differs = ({ fields }) => Object.entries(fields).some(([name, text]) => name in here && here[name] !== text);
    shown = load(key).find((each) => each.id !== id && differs(each));
    offer.hidden = !shown;
    if (shown) offer.querySelector("time").textContent = new Date(shown.at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  }

  function take(taken) {
    for (const each of fields().filter(({ name }) => name in taken)) {
      if (each.type === "radio") each.checked = each.value === taken[each.name];
      else if (each.value !== taken[each.name]) each.value = taken[each.name];
      each.dispatchEvent(new Event("input", { bubbles: true }));
      if (each.value) each.closest("details")?.setAttribute("open", "");
    }
    save();
  }

  // An answer of the server's to what was sent has it already, and what the address asks for counts.
  const own = document.querySelector("section.problems, section.preview") ? null : load(key).find((each) => each.id === id);
  if (own) take(Object.fromEntries(Object.entries(own.fields).filter(([name]) => !new URLSearchParams(location.search).has(name))));

  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(save, 300);
  });
  form.addEventListener("submit", save);
  addEventListener("pagehide", save);
  offer.addEventListener("click", ({ target }) => {
    if (!target.value) return;
    if (target.value === "take") take(shown.fields);
    store(key, load(key).filter((each) => each.id !== shown.id));
    present();
  });
  present();
}
