/** All texts of this language but those of lessons, which are loaded where they are needed. */
export default import.meta.glob(["./*.json", "!./learn.json"], { eager: true, import: "default" });
export const learn = () => import("./learn.json");
