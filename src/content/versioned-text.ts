import { parse } from 'yaml';

/** Texts that people accept: their consents store the version. */
export const isVersionedText = (file: string): boolean => /^content\/(legal|agreements)\/.*\.md$/.test(file);

/** @param source of a markdown file, with its fields between two lines of --- */
function readVersioned(source: string): { readonly version: unknown; readonly wording: string } {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n?([\s\S]*)$/.exec(source.replaceAll('\r\n', '\n')) ?? [];
  const { version, effectiveFrom: _, ...fields } = (parse(head) ?? {}) as Record<string, unknown>;
  return { version, wording: JSON.stringify([fields, body.trim()]) };
}

/** Whether a text says something else than before under the same version, so that a consent no longer shows to what. */
export function needsNewVersion(before: string, after: string): boolean {
  const [old, current] = [readVersioned(before), readVersioned(after)];
  return old.version === current.version && old.wording !== current.wording;
}
