import { map } from 'nanostores';
import { send } from '#app/http/call.ts';
import { fetchFile } from '#app/http/file.ts';
import { download } from '#app/shell/stores/download.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import * as calls from '#shared/accounts/contract-journal.ts';
import { readTags } from '#shared/accounts/journal-terms.ts';
import { upsertJournalDay } from './journal-days.ts';

export type JournalEntry = calls.JournalEntry;
type JournalInput = { readonly tags: string; readonly notes: string };

export type JournalState = {
  readonly accountId: string;
  readonly day: string;
  /** `conflict`: another tab has saved. Its text is in `other`; the typed text stays. */
  readonly status: 'loading' | 'failed' | 'saved' | 'typing' | 'saving' | 'unsaved' | 'conflict';
  readonly typed: JournalInput;
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

export const $journal = map<JournalState>(initial);

const saveAfterMs = 800;
const conflict = 409;
let timer: ReturnType<typeof setTimeout> | undefined;

function isOpen(accountId: string, day: string): boolean {
  const shown = $journal.get();
  return shown.accountId === accountId && shown.day === day;
}

const typedOf = ({ tags, notes }: JournalEntry): JournalInput => ({ tags: tags.join(', '), notes });

const isSame = (entry: JournalEntry, { tags, notes }: JournalInput) =>
  entry.notes === notes && entry.tags.join(', ') === readTags(tags).join(', ');

type UnsavedEntry = Pick<JournalState, 'accountId' | 'day' | 'typed' | 'revision'>;

/** Text that couldn't be saved before another day was opened, by account and day. */
const unsavedEntries = new Map<string, UnsavedEntry>();
/** The last save whose response was lost; the server may have it. */
let unanswered: Omit<UnsavedEntry, 'revision'> | null = null;
const keyOf = ({ accountId, day }: Pick<UnsavedEntry, 'accountId' | 'day'>) => `${accountId} ${day}`;

function isUnsaved({ status }: JournalState): boolean {
  return status === 'typing' || status === 'saving' || status === 'unsaved' || status === 'conflict';
}

function keepUnsaved(next: Pick<UnsavedEntry, 'accountId' | 'day'>): void {
  const shown = $journal.get();
  if (!isUnsaved(shown)) return;
  const { accountId, day, typed, revision } = shown;
  unsavedEntries.set(keyOf(shown), { accountId, day, typed, revision });
  if (!isOpen(next.accountId, next.day)) notify('warning', { key: 'journal_kept' });
}

/** Opens a day's entry, including text typed there that isn't saved yet. */
export async function openJournal(accountId: string, day: string): Promise<void> {
  await flushJournal();
  clearTimeout(timer);
  keepUnsaved({ accountId, day });
  $journal.set({ ...initial, accountId, day });
  const result = await send(calls.fetchJournalEntry, { query: { accountId, day } });
  if (!isOpen(accountId, day)) return;
  if (!result.ok) return $journal.setKey('status', 'failed');
  const { revision, pictures } = result.data;
  const opened = { ...$journal.get(), revision, pictures };
  const kept = unsavedEntries.get(keyOf(opened));
  unsavedEntries.delete(keyOf(opened));
  if (kept === undefined || isSame(result.data, kept.typed)) {
    $journal.set({ ...opened, status: 'saved', typed: typedOf(result.data) });
  } else if (kept.revision === revision) {
    $journal.set({ ...opened, status: 'unsaved', typed: kept.typed });
    await flushJournal();
  } else $journal.set({ ...opened, status: 'conflict', typed: kept.typed, other: result.data });
}

/** Stores typed text and saves it shortly after the last keystroke. */
export function editJournal(change: Partial<JournalInput>): void {
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

/** Saves unsaved text now. Saves run one after another, because each needs the revision of the previous one. */
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
  // The person may leave the page while a save is running.
  const result = await send(calls.saveJournalEntry, { body, keepalive: true });
  if (result.ok) upsertJournalDay(accountId, result.data);
  if (!isOpen(accountId, day)) return;
  const now = $journal.get();
  const isTyping = now.typed !== typed;
  if (result.ok) {
    $journal.set({ ...now, revision: result.data.revision, status: isTyping ? 'typing' : 'saved' });
    if (isTyping) timer = setTimeout(() => void flushJournal(), saveAfterMs);
    return;
  }
  if (result.failure.kind === 'status' && result.failure.status === conflict) await readOther(accountId, day);
  else {
    unanswered = { accountId, day, typed };
    $journal.setKey('status', 'unsaved');
  }
}

async function readOther(accountId: string, day: string): Promise<void> {
  const result = await send(calls.fetchJournalEntry, { query: { accountId, day } });
  if (!isOpen(accountId, day)) return;
  const now = $journal.get();
  if (!result.ok) return $journal.setKey('status', 'unsaved');
  const { data } = result;
  // If the response to our own save was lost, the other text is ours.
  const isOwn = unanswered !== null && keyOf(unanswered) === keyOf(now) && isSame(data, unanswered.typed);
  if (isSame(data, now.typed)) $journal.set({ ...now, status: 'saved', revision: data.revision });
  else if (isOwn) {
    $journal.set({ ...now, status: 'typing', revision: data.revision });
    timer = setTimeout(() => void flushJournal(), saveAfterMs);
  } else $journal.set({ ...now, status: 'conflict', other: data });
}

/** Resolves a conflict with one of the two texts, or with both, one after the other. */
export function resolveJournal(choice: 'mine' | 'other' | 'both'): Promise<void> {
  const shown = $journal.get();
  if (shown.other === null) return Promise.resolve();
  const other = typedOf(shown.other);
  const both: JournalInput = {
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
  if (!result.ok) return notifyFailure(result.failure);
  // A picture creates the entry of a day that has none.
  upsertJournalDay(accountId, { day, tags: [], notes: '', revision: 0, pictures: [result.data] });
  if (isOpen(accountId, day)) $journal.setKey('pictures', [...$journal.get().pictures, result.data]);
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

/** The picture's object URL, which the caller must revoke; null if it can't be loaded. */
export async function findPictureUrl(pictureId: string): Promise<string | null> {
  const file = await fetchFile(calls.journalPicture, { params: { pictureId } });
  return file.ok ? URL.createObjectURL(file.content) : null;
}

export async function saveJournalFile(accountId: string, kind: 'csv' | 'json'): Promise<void> {
  await flushJournal();
  const call = kind === 'csv' ? calls.journalCsv : calls.journalJson;
  await download(`journal.${kind}`, call, { query: { accountId } });
}

/** Saves when the page is left or hidden, and asks for confirmation before the person leaves unsaved text behind. */
export function guardJournal(): () => void {
  const hide = () => void flushJournal();
  globalThis.addEventListener('visibilitychange', hide);
  globalThis.addEventListener('beforeunload', askBeforeLeaving);
  return () => {
    globalThis.removeEventListener('visibilitychange', hide);
    void flushJournal().then(() => isUnsaved($journal.get()) && notify('warning', { key: 'journal_kept' }));
  };
}

/** Stays registered once an editor was open, because unsaved text outlives the editor. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  if (unsavedEntries.size > 0 || isUnsaved($journal.get())) event.preventDefault();
}
