// Links for organisers stand hidden on every page, so that public pages are the same for everybody.
// A cookie that says no more than "an organiser" reveals them; it opens nothing.

const [, role] = document.cookie.match(/(?:^|; )(?:__Host-)?hikyaku-signed=([a-z]+)/) ?? [];

if (role) {
  for (const link of document.querySelectorAll(`[data-signed="${role}"]`)) {
    link.hidden = false;
  }
}
