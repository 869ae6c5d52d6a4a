import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import visible from 'astro/runtime/client/visible.prebuilt.js';
import islands from 'astro/runtime/server/astro-island.prebuilt.js';
import { Parser } from 'htmlparser2';
import { keepPart } from './page-parts.ts';

/** Fetches the properties that `deferProps` moved to a file, once more if they got lost, as Astro does with scripts. */
const fetchProps = `(()=>{let start=Astro.visible;Astro.visible=(load,options,island)=>start(async()=>{let{props}=island.dataset;try{if(props){let read=async()=>{let answer=await fetch(props);if(!answer.ok)throw Error(answer.status);return answer.text()};island.setAttribute("props",await read().catch(()=>new Promise(done=>setTimeout(done,1e3)).then(read)))}}catch(error){island.handleHydrationError(error);return()=>{}}return load()},options,island)})();`;
const text = `${visible}${fetchProps}${islands}`;
const path = `/_astro/islands.${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.js`;
const inlined = [visible, islands].map((script) => `<script>${script}</script>`);
/** Shorter properties cost less in the page than a request. */
const minPropsLength = 512;

/**
 * Moves the properties of islands that start when visible into files: they are as long as the rest of the page, and
 * nobody needs them for the first screen.
 */
function deferProps(html: string): string {
  const moved: { readonly from: number; readonly to: number; readonly props: string }[] = [];
  let found: (typeof moved)[number] | undefined;
  const parser = new Parser({
    onattribute(name, value) {
      if (name === 'props') found = { from: parser.startIndex, to: parser.endIndex, props: value };
    },
    onopentag(name, { client }) {
      if (name === 'astro-island' && client === 'visible' && found && found.props.length > minPropsLength)
        moved.push(found);
      found = undefined;
    },
  });
  parser.end(html);
  return moved.reduceRight(
    (page, { from, to, props }) =>
      `${page.slice(0, from)}data-props="${keepPart('props', 'json', props)}"${page.slice(to)}`,
    html,
  );
}

/**
 * Loads what starts the islands, and their properties, from files after the first paint, instead of repeating them in
 * every page's first round trip. Screens whose island starts at once keep them.
 */
export function deferIslands(html: string): string {
  if (!html.includes('<astro-island') || !inlined.every((script) => html.includes(script))) return html;
  const page = inlined.reduce((rest, script) => rest.replace(script, ''), html);
  return deferProps(page).replace('<astro-island', () => `<astro-island data-script="${path}"`);
}

export function writeIslandRuntime(folder: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
