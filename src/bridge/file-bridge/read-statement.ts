import type { Fill } from '#shared/accounts/events.ts';
import type {
  DateOrder,
  FileQuestion,
  FillFile,
  ReadOptions,
  SkippedRow,
  UnreadRow,
} from '#shared/replay/fill-file/fill-file.ts';
import { readFillFile } from '#shared/replay/fill-file/read-fill-file.ts';

export type StatementEvent = { readonly line: number; readonly sourceId: string; readonly event: Fill };

/** A row that isn't booked; line 0 stands for the whole file. */
export type ParkedRow = {
  readonly line: number;
  readonly reason: UnreadRow['reason'] | 'file' | 'refused';
  readonly value: string;
};

export type Statement = {
  readonly events: readonly StatementEvent[];
  readonly parked: readonly ParkedRow[];
  /** All parked rows; `parked` may hold only the first of them. */
  readonly parkedCount: number;
  readonly skipped: readonly SkippedRow[];
  /** What was assumed, in sentences. */
  readonly notes: readonly string[];
};

/** Statements without a time zone show the exchange's. */
const usualZone = 'America/Chicago';
/** The site accepts events of its own time only. */
const firstAt = Date.UTC(2020, 0, 1);
const clockSkewMs = 60_000;

type StatementSettings = {
  readonly platformAccountId: string;
  /** The zone of times without one, and the order of ambiguous dates, if the operator has set them. */
  readonly zone: string | undefined;
  readonly dateOrder: DateOrder | undefined;
  readonly now: number;
};

/** Reads a broker's statement in any known format with the reader of the replay. */
export function readStatement(
  bytes: Uint8Array,
  { platformAccountId, zone, dateOrder, now }: StatementSettings,
): Statement {
  const options: ReadOptions = { isStatement: true, zone, dateOrder };
  const refuse = (value: string, parked: readonly ParkedRow[] = []): Statement => ({
    ...{ events: [], skipped: [], notes: [], parkedCount: parked.length + 1 },
    parked: [{ line: 0, reason: 'file', value }, ...parked],
  });
  let answer = readFillFile(bytes, options);
  let answered = options;
  while (answer.status === 'question') {
    const reply = replyTo(answer, platformAccountId, answered);
    if (typeof reply === 'string') return refuse(reply);
    answered = { ...answered, ...reply };
    answer = readFillFile(bytes, answered);
  }
  if (answer.status === 'unreadable') return refuse(unreadableTexts[answer.reason], answer.unread);
  return toStatement(answer.file, now);
}

const unreadableTexts = {
  'too-large': 'the file is larger than 50 MB',
  empty: 'the file is empty',
  'not-text': 'the file isn’t text: export it as CSV',
  'no-fills': 'no row is a fill',
} as const;

/** Answers what the operator's settings answer; otherwise the reason why the file can't be read. */
function replyTo(question: FileQuestion, platformAccountId: string, { zone }: ReadOptions): ReadOptions | string {
  if (question.question === 'columns') {
    return question.problem ? 'nothing tells sales from purchases' : 'the headings are those of no known format';
  }
  if (question.question === 'account') {
    if (question.accounts.includes(platformAccountId)) return { account: platformAccountId };
    return `the file has several accounts (${question.accounts.slice(0, 5).join(', ')}), none of them ${platformAccountId}`;
  }
  if (question.needsDateOrder) {
    return `the order of day and month isn’t certain, as in ${question.example}: set BRIDGE_DATE_ORDER`;
  }
  if (question.label === '' && zone === undefined) return { zone: usualZone };
  return `the time zone ${question.label || zone} isn’t certain: set BRIDGE_ZONE, such as America/Chicago`;
}

function toStatement(
  { fills, origins, unread, unreadCount, skipped, assumedFees, lostIds }: FillFile,
  now: number,
): Statement {
  const events: StatementEvent[] = [];
  const late: ParkedRow[] = [];
  const positions = new Map<string, number>();
  let previous: { readonly line: number; readonly sourceId: string; readonly at: number } | undefined;
  let part = 1;
  let rank = 0;
  for (const [index, fill] of fills.entries()) {
    const { line, id } = origins[index] ?? { line: 0, id: '' };
    const isSameRow = previous?.line === line && previous.at === fill.at && events.length > 0;
    part = isSameRow ? part + 1 : 1;
    // The site orders fills of one moment by their ids. The file's order is kept by milliseconds instead.
    if (!isSameRow) rank = previous?.at === fill.at ? rank + 1 : 0;
    const key = id || `${fill.at}-${fill.instrument}-${fill.side}`;
    // An order that was filled in parts has several rows; their position distinguishes them.
    if (!isSameRow) positions.set(key, (positions.get(key) ?? 0) + 1);
    const suffix = part === 1 ? '' : `.${part}`;
    const sourceId = `fill-${key}-${positions.get(key) ?? 1}`.replace(/[^\x21-\x7e]/g, '_').slice(0, 72);
    previous = { line, sourceId, at: fill.at };
    if (fill.at < firstAt || fill.at > now + clockSkewMs) {
      if (part === 1) late.push({ line, reason: 'calendar', value: new Date(fill.at).toISOString() });
      continue;
    }
    events.push({ line, sourceId: `${sourceId}${suffix}`, event: { ...fill, at: fill.at + Math.min(rank, 999) } });
  }
  return {
    ...{ events, skipped, parked: [...unread, ...late], parkedCount: unreadCount + late.length },
    notes: [
      ...(assumedFees > 0 ? [`${assumedFees} fills have no fee in dollars: the firm’s own commission applies`] : []),
      ...(lostIds > 0 ? [`${lostIds} ids were rounded by a spreadsheet and identify nothing`] : []),
    ],
  };
}
