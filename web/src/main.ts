import { mount } from "svelte";
import App from "./App.svelte";
import { catalogue } from "./lib/api";
import { i18n } from "./lib/i18n.svelte";
import { router } from "./lib/router.svelte";
import { me } from "./lib/store/me.svelte";
import { theme } from "./lib/theme.svelte";
import { watchTurns } from "./lib/turns";
import "./styles.css";

theme.start();
router.start();
void me.load();
watchTurns();
void catalogue().catch(() => undefined);
void i18n.start().then(() => mount(App, { target: document.getElementById("app")! }));

// The application can be installed, and says so when there is no network. Not while developing.
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
