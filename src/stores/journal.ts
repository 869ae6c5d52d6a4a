import { map } from 'nanostores';
import { send } from '../client/call.ts';
import { fetchFile, saveFile } from '../client/file.ts';
import * as calls from '../contract/journal.ts';
import { readTags } from '../domain/journal/terms.ts';
import { notifyFailure } from './toasts.ts';

export type JournalEntry = calls.JournalEntry;
type Typed = { readonly tags: string; readonly notes: string };

export type JournalState = {
  readonly accountId: string;
  readonly day: string;
  /** `conflict`: another tab has saved; its text is in `other`, the typed one stays. */
  readonly status: 'loading' | 'failed' | 'saved' | 'typing' | 'saving' | 'unsaved' | 'conflict';
  readonly typed: Typed;
  readonly revision: number;
  readonly other: JournalEntry | null;
  readonly pictures: JournalEntry['pictures'];
};

const initial: JournalState = {
  accountId: '',
  day: '',
  status: 'loading',
  typed: { tags: '', notes: '' },
  revision: 0,
  other: null,
  pictures: [],
};

/** The entry that is being written. */
export const $journal = map<JournalState>(initial);

const saveAfterMs = 800;
const conflict = 409;
let timer: ReturnType<typeof setTimeout> | undefined;

function isOpen(accountId: string, day: string): boolean {
  const shown = $journal.get();
  return shown.accountId === accountId && shown.day === day;
}

const typedOf = ({ tags, notes }: JournalEntry): Typed => ({ tags: tags.join(', '), notes });

export async function openJournal(accountId: string, day: string): Promise<void> {
  await flushJournal();
  $journal.set({ ...initial, accountId, day });
  const result = await send(calls.fetchJournalEntry, { query: { accountId, day } });
  if (!isOpen(accountId, day)) return;
  if (!result.ok) {
    $journal.setKey('status', 'failed');
    return;
  }
  const { revision, pictures } = result.data;
  $journal.set({ ...$journal.get(), status: 'saved', typed: typedOf(result.data), revision, pictures });
}

/** Keeps what is typed and saves it a moment after the last key. */
export function typeJournal(change: Partial<Typed>): void {
  const shown = $journal.get();
  $journal.set({
    ...shown,
    typed: { ...shown.typed, ...change },
    status: shown.status === 'conflict' ? 'conflict' : 'typing',
  });
  clearTimeout(timer);
  if (shown.status !== 'conflict') timer = setTimeout(() => void flushJournal(), saveAfterMs);
}

let saving: Promise<void> = Promise.resolve();

/** Saves now what isn't saved yet; saves follow each other, so that each has the revision of the one before. */
export function flushJournal(): Promise<void> {
  clearTimeout(timer);
  saving = saving.then(save);
  return saving;
}

async function save(): Promise<void> {
  const { accountId, day, status, typed, revision } = $journal.get();
  if (status !== 'typing' && status !== 'unsaved') return;
  $journal.setKey('status', 'saving');
  const body = { accountId, day, revision, tags: readTags(typed.tags), notes: typed.notes };
  const result = await send(calls.saveJournalEntry, { body });
  if (!isOpen(accountId, day)) return;
  const now = $journal.get();
  const isTyping = now.typed !== typed;
  if (result.ok) {
    $journal.set({ ...now, revision: result.data.revision, status: isTyping ? 'typing' : 'saved' });
    if (isTyping) timer = setTimeout(() => void flushJournal(), saveAfterMs);
    return;
  }
  if (result.failure.kind === 'status' && result.failure.status === conflict) await readOther(accountId, day);
  else $journal.setKey('status', 'unsaved');
}

async function readOther(accountId: string, day: string): Promise<void> {
  const result = await send(calls.fetchJournalEntry, { query: { accountId, day } });
  if (!isOpen(accountId, day)) return;
  $journal.set({
    ...$journal.get(),
    ...(result.ok ? { status: 'conflict', other: result.data } : { status: 'unsaved' }),
  });
}

/** Ends a conflict: with one of both texts, or with one after the other. */
export function resolveJournal(choice: 'mine' | 'other' | 'both'): Promise<void> {
  const shown = $journal.get();
  if (shown.other === null) return Promise.resolve();
  const other = typedOf(shown.other);
  const both: Typed = {
    tags: readTags(`${other.tags},${shown.typed.tags}`).join(', '),
    notes: `${other.notes}\n\n${shown.typed.notes}`.trim(),
  };
  const typed = choice === 'mine' ? shown.typed : choice === 'other' ? other : both;
  const { revision } = shown.other;
  $journal.set({ ...shown, typed, revision, other: null, status: choice === 'other' ? 'saved' : 'unsaved' });
  return flushJournal();
}

export async function addPicture(picture: File): Promise<void> {
  const { accountId, day } = $journal.get();
  const result = await send(calls.addJournalPicture, { body: { accountId, day, picture } });
  if (!result.ok) notifyFailure(result.failure);
  else if (isOpen(accountId, day)) $journal.setKey('pictures', [...$journal.get().pictures, result.data]);
}

export async function removePicture(pictureId: string): Promise<void> {
  const result = await send(calls.removeJournalPicture, { body: { pictureId } });
  if (!result.ok) notifyFailure(result.failure);
  else
    $journal.setKey(
      'pictures',
      $journal.get().pictures.filter(({ id }) => id !== pictureId),
    );
}

/** The picture as an address for an image; null if it can't be loaded. The caller revokes it. */
export async function findPictureUrl(pictureId: string): Promise<string | null> {
  const file = await fetchFile(calls.journalPicture, { params: { pictureId } });
  return file.ok ? URL.createObjectURL(file.content) : null;
}

/** The days written about, newest first. */
export async function findJournalDays(accountId: string): Promise<readonly JournalEntry[]> {
  const result = await send(calls.listJournal, { query: { accountId } });
  if (result.ok) return result.data.entries;
  notifyFailure(result.failure);
  return [];
}

export async function saveJournalFile(accountId: string, kind: 'csv' | 'json'): Promise<void> {
  await flushJournal();
  const query = { accountId };
  const file = await (kind === 'csv'
    ? fetchFile(calls.journalCsv, { query })
    : fetchFile(calls.journalJson, { query }));
  if (file.ok) saveFile(`journal.${kind}`, file.content);
  else notifyFailure(file.failure);
}

/** Saves when the page is left or hidden, and asks before leaving what couldn't be saved. */
export function guardJournal(): () => void {
  const hide = () => void flushJournal();
  const ask = (event: BeforeUnloadEvent) => {
    const { status } = $journal.get();
    if (status === 'typing' || status === 'unsaved' || status === 'conflict') event.preventDefault();
  };
  globalThis.addEventListener('visibilitychange', hide);
  globalThis.addEventListener('beforeunload', ask);
  return () => {
    globalThis.removeEventListener('visibilitychange', hide);
    globalThis.removeEventListener('beforeunload', ask);
    void flushJournal();
  };
}
