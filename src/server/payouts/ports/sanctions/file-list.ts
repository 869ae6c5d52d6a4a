import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { setImmediate as immediate } from 'node:timers/promises';
import { parseCsv } from '#lib/csv.ts';
import { parseDate } from '#shared/exchange/chicago.ts';
import { indexNames, type NameIndex, scoreNames } from '#shared/payouts/payees/sanctions-match.ts';
import {
  type Sanctions,
  type SanctionsMatch,
  type SanctionsResult,
  type SanctionsSource,
  UnreadableListError,
} from './sanctions.ts';

type Entry = { readonly id: string; readonly name: string };
type List = {
  readonly version: string;
  /** Distinguishes versions of the file. */
  readonly stamp: string;
  readonly sources: readonly SanctionsSource[];
  readonly entries: readonly Entry[];
  readonly index: NameIndex;
  /** Results by name: a payee is screened at the destination, at the first payout and in each batch. */
  readonly results: Map<string, SanctionsResult>;
};

const minScore = 0.7;
const maxMatches = 10;
const maxResults = 5_000;

/**
 * Reads a list: CSV with the columns `id` and `name`, one row per name or alias, several rows per id. Leading lines
 * such as `# source: OFAC SDN, 2026-11-20` name its official sources and their dates.
 * @throws with the line that is wrong, which stops the start
 */
export function readSanctionsList(path: string): List {
  // Read before the content: a file that is being written is read again once it is complete.
  const stamp = readStamp(path);
  const bytes = readFileSync(path);
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const [comments = ''] = /^(?:#[^\n]*(?:\n|$))*/.exec(text) ?? [];
  const sources = readSources(comments, path);
  const [header, ...rows] = parseCsv(text.slice(comments.length));
  const columns = header?.map((cell) => cell.trim().toLowerCase()) ?? [];
  const [idAt, nameAt] = [columns.indexOf('id'), columns.indexOf('name')];
  if (idAt < 0 || nameAt < 0) throw new Error(`${path}: the first line must name the columns id and name`);
  const entries = rows.map((row, index) => {
    const [id, name] = [row[idAt]?.trim(), row[nameAt]?.trim()];
    if (!id || !name)
      throw new Error(`${path}: row ${index + 2 + comments.split('\n').length - 1} has no id or no name`);
    return { id, name };
  });
  if (entries.length === 0) throw new Error(`${path}: the list is empty`);
  const version = createHash('sha256').update(bytes).digest('hex');
  const index = indexNames(entries.map(({ name }) => name));
  return { version, stamp, sources, entries, index, results: new Map() };
}

/** Not just the modification time, because a copy may keep that of the original. */
function readStamp(path: string): string {
  const { mtimeMs, ctimeMs, size, ino } = statSync(path);
  return [mtimeMs, ctimeMs, size, ino].join(' ');
}

function readSources(comments: string, path: string): readonly SanctionsSource[] {
  return comments.split(/\r?\n/).flatMap((line) => {
    const [, text] = /^#\s*source:\s*(\S.*)$/i.exec(line) ?? [];
    if (text === undefined) return [];
    const [, name = text.trim(), date = null] = /^(.*),\s?([^\s,]+)$/.exec(text.trim()) ?? [];
    if (date !== null && parseDate(date) === null) throw new Error(`${path}: ${date} isn't a date such as 2026-11-20`);
    return [{ name, date }];
  });
}

function compare(name: string, { version, entries, index }: List): SanctionsResult {
  const best = new Map<string, SanctionsMatch>();
  for (const { at, score: exact } of scoreNames(name, index, minScore - 0.0005)) {
    const entry = entries[at];
    const score = Math.round(exact * 1_000) / 1_000;
    if (!entry || score < minScore || score <= (best.get(entry.id)?.score ?? 0)) continue;
    best.set(entry.id, { entryId: entry.id, name: entry.name, score });
  }
  const matches = [...best.values()].sort((left, right) => right.score - left.score).slice(0, maxMatches);
  return { listVersion: version, matches };
}

export function createFileList(path: string): Sanctions {
  let list = readSanctionsList(path);
  const refresh = () => {
    try {
      if (readStamp(path) !== list.stamp) list = readSanctionsList(path);
    } catch (error) {
      throw new UnreadableListError(error);
    }
  };
  return {
    findEdition() {
      let problem: string | null = null;
      try {
        refresh();
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error);
      }
      return { sources: list.sources, entryCount: new Set(list.entries.map(({ id }) => id)).size, problem };
    },
    async check(name) {
      refresh();
      const cached = list.results.get(name);
      if (cached) return cached;
      // A long list takes milliseconds, and a batch screens a thousand names.
      await immediate();
      const result = compare(name, list);
      if (list.results.size >= maxResults) list.results.clear();
      list.results.set(name, result);
      return result;
    },
  };
}
