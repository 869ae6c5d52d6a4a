import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { drawCard } from './draw-og-image.ts';
import { keepFile } from './atomic-write.ts';
import { answerTasks } from './worker.ts';

/** A picture with these words, in this file unless it is there already. */
export type CardTask = { readonly words: string; readonly brand: string; readonly file: string };

answerTasks(async ({ words, brand, file }: CardTask) => {
  if (existsSync(file)) return;
  const picture = await drawCard(words, brand);
  mkdirSync(dirname(file), { recursive: true });
  keepFile(file, picture);
});
