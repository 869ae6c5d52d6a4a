import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeFileAtomically } from './atomic-write.ts';
import { renderOgImage } from './render-og-image.ts';
import { handleTasks } from './worker.ts';

/** Renders an image with a title to a file, unless the file exists. */
export type OgImageTask = { readonly text: string; readonly brand: string; readonly file: string };

handleTasks(async ({ text, brand, file }: OgImageTask) => {
  if (existsSync(file)) return;
  const picture = await renderOgImage(text, brand);
  mkdirSync(dirname(file), { recursive: true });
  writeFileAtomically(file, picture);
});
