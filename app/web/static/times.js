// Deadlines in the reader's own zone, and how long is left. The sentences come from the page, names of units from the browser.
const lang = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];
const LOCAL = new Intl.DateTimeFormat(lang, {
  weekday: "short", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short",
});

// The two largest units of a span: "3 days, 4 hours"; minutes only on the last day.
const told = (seconds) => {
  const parts = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(seconds / size);
    seconds -= count * size;
    if (count && parts.length < 2) parts.push(new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "long" }).format(count));
  }
  const span = new Intl.ListFormat(lang, { type: "unit" }).format(parts);
  return lang === "ja" ? span.replaceAll(" ", "") : span;
};

const here = () => {
  for (const time of document.querySelectorAll("time[data-here]")) {
    const at = new Date(time.dateTime);
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(time.dateTime);
    const isHere = -at.getTimezoneOffset() === Number(`${sign}1`) * (hours * 60 + Number(minutes));
    time.querySelector("span")?.remove();
    if (!isHere) time.append(Object.assign(document.createElement("span"), { textContent: time.dataset.here.replace("{time}", LOCAL.format(at)) }));
  }
};

const count = () => {
  for (const each of document.querySelectorAll("[data-until]")) {
    const left = (new Date(each.dataset.until) - Date.now()) / 1000;
    each.textContent = left >= 60 ? each.dataset.left.replace("{time}", told(left)) : left > 0 ? each.dataset.soon : each.dataset.over;
    each.hidden = !each.textContent;
  }
};
const tell = () => {
  here();
  count();
};
tell();
setInterval(count, 20_000);
document.addEventListener("hikyaku:moved", tell);
