import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { AstroIntegration } from 'astro';

/** What pages read once: prices, rules, the company and the UI strings. Texts in collections reload by themselves. */
const folders = ['content/catalog', 'public/locales'];

/** Restarts `npm run dev`'s site when one of these files is saved, which takes a second. */
export function watchContent(): AstroIntegration {
  return {
    name: 'watch-content',
    hooks: {
      'astro:config:setup'({ command, config: { root }, addWatchFile }) {
        if (command !== 'dev') return;
        const files = folders.flatMap((folder) =>
          readdirSync(new URL(folder, root), { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => pathToFileURL(`${entry.parentPath}/${entry.name}`)),
        );
        for (const file of [new URL('content/site.yaml', root), ...files]) addWatchFile(file);
      },
    },
  };
}
