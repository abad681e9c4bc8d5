import { mount } from "svelte";
import App from "./App.svelte";
import { i18n } from "./lib/i18n.svelte";
import { router } from "./lib/router.svelte";
import { me } from "./lib/store/me.svelte";
import { theme } from "./lib/theme.svelte";
import "./styles.css";

theme.start();
router.start();
void me.load();
void i18n.start().then(() => mount(App, { target: document.getElementById("app")! }));
