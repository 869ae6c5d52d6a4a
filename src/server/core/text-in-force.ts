import { existsSync, readFileSync } from 'node:fs';
import { comingName, findInForce, readDated } from '#content/versioned-text.ts';

type TextFile = ReturnType<typeof readDated> & { readonly file: string };
const known = new Map<string, { readonly current: TextFile; readonly next: TextFile | undefined }>();

const read = (file: string): TextFile => ({ ...readDated(readFileSync(file, 'utf8'), file), file });

/**
 * The file and version of a text that people accept, such as `legal/en/terms`, that is in force at a time. Files are
 * read once, so a later version is accepted from its day on without a restart.
 */
export function findTextInForce(name: string, at: Date, folder = 'content'): TextFile {
  const path = `${folder}/${name}`;
  const next = `${comingName(path)}.md`;
  const versions = known.get(path) ?? { current: read(`${path}.md`), next: existsSync(next) ? read(next) : undefined };
  known.set(path, versions);
  return findInForce(versions.current, versions.next, at).inForce;
}
