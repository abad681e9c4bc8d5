// Shows the reader's language, and goes on by itself as soon as there is a connection.
const known = ["en", "de", "fr", "nl"];
let language = null;
try {
  language = localStorage.getItem("eminence.language");
} catch {
  // Private windows may have no storage.
}
if (!known.includes(language)) language = (navigator.languages ?? [navigator.language]).map((one) => one.slice(0, 2)).find((one) => known.includes(one)) ?? "en";
document.documentElement.lang = language;
for (const section of document.querySelectorAll("section")) {
  section.hidden = section.lang !== language;
  section.querySelector("button").addEventListener("click", () => location.reload());
}
addEventListener("online", () => location.reload());
