// The picture of README.md: made here, and put into docs/images by `scripts/browser.sh -u readme.test.js`.

import assert from "node:assert/strict";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { click, close, open, picture, start, tools, type, until, withBrowser } from "./harness.js";

withBrowser();

test("the picture of the README shows what there is to see", async () => {
  const page = await open("/games/chess", { viewport: { width: 1000, height: 620 }, settings: { theme: "light" } });
  await start(page, "chess");
  for (const [i, text] of ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "c3", "Nf6", "d4", "exd4"].entries()) {
    await type(page, text);
    await until(page, i + 1);
  }
  await click(page, "f3");
  await picture(page, "readme");
  const root = join(tools, "../..");
  const image = join(root, "docs/images/browser.png");
  if (process.env.UPDATE_SNAPSHOTS === "1") copyFileSync(join(tools, "pictures/readme.png"), image);
  assert.match(readFileSync(join(root, "README.md"), "utf8"), /!\[[^\]]+\]\(docs\/images\/browser\.png\)/);
  assert.ok(existsSync(image) && readFileSync(image).length < 100000, "docs/images/browser.png is there, and small");
  await close(page);
});
