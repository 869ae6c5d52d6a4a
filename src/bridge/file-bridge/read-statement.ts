import type { Fill } from '#shared/accounts/model.ts';
import type {
  DateOrder,
  FileQuestion,
  FillFile,
  ReadOptions,
  SkippedRow,
  UnreadRow,
} from '#shared/replay/fill-file/fill-file.ts';
import { readFillFile } from '#shared/replay/fill-file/read-fill-file.ts';

/** What an order has filled so far; see the site's message of the same name. */
type OrderReport = Omit<Fill, 'type' | 'priceTicks'> & { readonly type: 'order'; readonly totalTicks: number };

export type StatementEvent = {
  readonly line: number;
  readonly sourceId: string;
  readonly event: Fill | OrderReport;
  readonly hasId: boolean;
};

/** A row that isn't booked; line 0 stands for the whole file. */
export type ParkedRow = {
  readonly line: number;
  readonly reason: UnreadRow['reason'] | 'file' | 'refused' | 'gone';
  readonly value: string;
};

export type Statement = {
  readonly format: string;
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
    ...{ format: '', events: [], skipped: [], notes: [], parkedCount: parked.length + 1 },
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
  const { account } = answer.file;
  if (account !== '' && !isAccount(account, platformAccountId))
    return refuse(`the file is of the account ${account.slice(0, 60)}, not of ${platformAccountId}`);
  return toStatement(answer.file, now);
}

/** Rithmic's clients add the clearing firm to an account's name: `RTH-100001!Firm!Broker`. */
const isAccount = (written: string, platformAccountId: string) =>
  written.split('!')[0]?.trim().toLowerCase() === platformAccountId.toLowerCase();

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
    const own = question.accounts.filter((each) => isAccount(each, platformAccountId));
    if (own[0] !== undefined && own.length === 1) return { account: own[0] };
    return `the file has several accounts (${question.accounts.slice(0, 5).join(', ')}), none of them ${platformAccountId}`;
  }
  if (question.needsDateOrder) {
    return `the order of day and month isn’t certain, as in ${question.example}: set BRIDGE_DATE_ORDER`;
  }
  if (question.label === '' && zone === undefined) return { zone: usualZone };
  return `the time zone ${question.label || zone} isn’t certain: set BRIDGE_ZONE, such as America/Chicago`;
}

function toStatement(file: FillFile, now: number): Statement {
  const { fills, origins, unread, unreadCount, skipped, assumedFees, lostIds, areOrders, format } = file;
  const events: StatementEvent[] = [];
  const late: ParkedRow[] = [];
  const positions = new Map<string, number>();
  const orders = new Map<string, OrderReport>();
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
    if (!isSameRow) positions.set(key, (positions.get(key) ?? 0) + 1);
    const isOrder = areOrders && id !== '';
    const number = isOrder ? '' : `-${positions.get(key) ?? 1}`;
    const sourceId = `fill-${key}${number}`.replace(/[^\x21-\x7e]/g, '_').slice(0, 72);
    previous = { line, sourceId, at: fill.at };
    if (fill.at < firstAt || fill.at > now + clockSkewMs) {
      if (part === 1) late.push({ line, reason: 'calendar', value: new Date(fill.at).toISOString() });
      continue;
    }
    const at = fill.at + Math.min(rank, 999);
    if (!isOrder) {
      const suffix = part === 1 ? '' : `.${part}`;
      events.push({ line, sourceId: `${sourceId}${suffix}`, event: { ...fill, at }, hasId: id !== '' });
      continue;
    }
    const event = addFill(orders.get(sourceId), { ...fill, at });
    orders.set(sourceId, event);
    if (isSameRow) events.pop();
    events.push({ line, sourceId, event, hasId: true });
  }
  const fees = `${assumedFees} fills have no fee in dollars: the firm’s own commission applies`;
  const ids = `${lostIds} ids were rounded by a spreadsheet and identify nothing`;
  return {
    ...{ format, events, skipped, parked: [...unread, ...late], parkedCount: unreadCount + late.length },
    notes: [...(assumedFees === 0 ? [] : [fees]), ...(lostIds === 0 ? [] : [ids])],
  };
}

function addFill(before: OrderReport | undefined, { priceTicks, ...fill }: Fill): OrderReport {
  return {
    ...{ ...fill, type: 'order', quantity: (before?.quantity ?? 0) + fill.quantity },
    totalTicks: (before?.totalTicks ?? 0) + fill.quantity * priceTicks,
    feeCents: (before?.feeCents ?? 0) + fill.feeCents,
  };
}
