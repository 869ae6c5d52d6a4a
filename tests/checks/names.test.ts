import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { auditActions, auditEntities } from '#shared/office/audit-actions.ts';
import { listFiles } from './sources.ts';

/** Names that were replaced by the field's standard term, and the term. */
const retired: Readonly<Record<string, string>> = {
  Asked: '…Request',
  Wanted: '…Request, …Options',
  Told: 'a noun, such as LastSent',
  Taken: 'a noun',
  Judged: '…Evaluation',
  Shown: 'a noun',
  words: 'text, strings, labels',
  told: 'sent, received, reported',
  paper: 'document, pdf',
  papers: 'documents, pdfs',
  notice: 'alert, toast, notification, renewalReminder',
  notices: 'alerts, toasts, notifications',
  deed: 'action',
  deeds: 'actions',
  tally: 'result',
  tallies: 'results',
  dayTally: 'dailyResult',
  roomInAll: 'remainingDrawdownCents',
  quietTide: 'placeholder',
  TideChart: 'EquityChart',
  TideGauge: 'DrawdownGauge',
  TideLegend: 'ChartLegend',
  TidePoint: 'SeriesPoint',
  steer: 'forceOutcome',
  tryout: 'whatIf',
  ruling: 'breachedRule',
  dayTallies: 'dailyResults',
  spareMarks: 'pruneMarks',
  whyNotPassed: 'remainingRequirements',
  nearestDays: 'lowestHeadroom',
  raiseFloor: 'trailDrawdown',
  enforceFloors: 'checkDrawdown',
  sweep: 'reconcile',
  desk: 'sandboxAdmin',
  seal: 'encrypt',
  reseal: 'rotateSecrets',
  evenTime: 'constantTime',
  takeBack: 'revoke',
  trialUse: 'trialClaim',
  letterPage: 'emailLinkPage',
  inks: 'colours',
  shelf: 'category',
  shelves: 'categories',
  textAges: 'gitMtimes',
  fourWays: 'programmeCards',
  copyDrawing: 'copierDiagram',
  confirmPlace: 'reauthenticationDialog',
  earlyInput: 'preHydrationInput',
  againDialog: 'duplicateOrderDialog',
  patience: 'timeoutMs, graceMs',
  patienceMs: 'timeoutMs, graceMs',
  sealedEmail: 'encryptedEmail',
  untold: 'empty…',
  sweptAt: 'reconciledAt',
  tidiedUntil: 'compactedUntil',
  marksFrom: 'marksRetainedFrom',
  refundWanted: 'refundRequested',
  ownStop: 'personalStop',
  OwnStop: 'PersonalStop',
  isOwnStopped: 'isPersonalStopReached',
  PayoutPlace: 'PayoutLocation',
  PlaceLink: 'PayoutLink',
  washPath: 'belowFloorPath',
  Every: 'BillingInterval',
  Returned: 'EarlierRefunds',
  Grouped: 'a noun',
  Loaded: 'Loadable',
  Placed: 'a noun',
  askEmailChange: 'requestEmailChange',
  decimalOf: 'parseDecimal, formatDecimal',
  may: 'canCall',
  createAlarm: 'createWakeSignal',
  why: 'reason',
  endedWhy: 'endReason',
  TerminationCause: 'TerminationReason',
  tries: 'attempts',
  nextTryAt: 'nextAttemptAt, nextPostbackAttemptAt, nextChargeAttemptAt',
  lastTryAt: 'lastAttemptAt',
  firstTryAt: 'firstAttemptAt',
  takeNumber: 'nextSeriesNumber',
  takeCoupon: 'reserveCoupon',
  takeQuery: 'consumeQuery',
  takeToasts: 'consumeToasts',
  StillWorking: 'SlowRequestMessage',
  wrongText: 'orderTicketErrorText',
  moveMoney: 'transferMoney',
  movedAt: 'transferredAt',
  movePayoutMoney: 'executePayoutTransfers',
  matchMoves: 'matchTransfers',
  isOwnMove: 'isOwnTransfer',
  moveTicket: 'transitionTicket',
  moveReview: 'applyReviewAction',
  reviewMoves: 'reviewActions',
  remark: 'comment',
  remarkedAt: 'commentedAt',
  TicketReader: 'TicketRequester',
  readerOf: 'requesterOf',
  notifyWriter: 'notifyRequester',
  replyToWriter: 'replyToRequester',
  payeeDuties: 'payeeForms',
  payeesAdmin: 'adminPayees',
  ConductNews: 'ConductMailValues',
  InactivityNews: 'InactivityMailValues',
  PayoutNews: 'PayoutMailEvent',
  drawMail: 'renderMail',
  drawDocument: 'renderDocument',
  drawAgreement: 'renderAgreement',
  drawReport: 'renderReport',
  drawHolidayTable: 'renderHolidayTable',
  drawAverages: 'resampleAverages',
  pText: 'formatPValue',
  hourText: 'formatHour',
  countText: 'formatCount',
  shareText: 'formatShare, formatRoundedShare',
  priceText: 'formatPlainPrice',
  priceFieldText: 'formatPriceInput',
  fold: 'normalizeText',
  pushOwner: 'queueOwnerPush',
  bestDayOf: 'findBestDayCents, checkBestDay',
  chartOf: 'selectChartRange, buildReplayChart',
  marketOf: 'getMarket, getFullSizeInstrument',
  readerZone: 'getUserTimeZone',
  findOwnTime: 'findLocalTime',
  hasOwnTime: 'showsLocalTime',
  ownSuffix: 'getLocalTimeSuffix',
  ownTime: 'localTime',
  FollowerDraft: 'FollowerFormValues',
  GroupDraft: 'GroupFormValues',
  findEarlierOrder: 'findDuplicateOrder',
  sortNow: 'sortRows',
  Selection: 'ProductSelection, ContractSelection, RowSelection',
  statedAt: 'receivedAt',
  Quote: 'MarketQuote, BidAsk, LiveQuote, OrderQuote',
  TradingRoom: 'RemainingLimits',
  refusal: 'rejection, blockedReason, unavailableReason',
  refusals: 'rejections, blockedReasons',
  Refusal: '…Rejection',
  tradingRefusal: 'tradingRejection',
  TicketCard: 'OrderTicketCard',
  mailFirm: 'mailStaff',
  notifyFirm: 'notifyStaff',
  DashboardSkeleton: 'AccountScreenSkeleton',
  contractWithdrawal: 'contractCancellation',
  contractWithdrawals: 'contractCancellations',
};

/** Retired in the names of the database and in audit codes; in code some of these are ordinary words. */
const retiredStoredNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(retired).filter(([name]) => name !== 'may')),
  tape: 'simulatedTrader',
  tidy: 'compact',
  wanted: 'requested',
  withdrawalStatement: 'contractCancellation',
  amountTaken: 'amountDeducted',
  reviewTaken: 'reviewClaimed',
  givenBack: 'released',
  copyDue: 'copyQueue',
  detectionDue: 'detectionQueue',
  accountPoint: 'equityPoint',
  alarmed: 'overdueAlertSent, alerted',
};

const retiredColumns =
  /\b(?:tidied_until|marks_from|refund_wanted_at|(?:enforces_)?own_stop|payout_move|(?:swept|moved|remarked|taken)_at)\b/g;
const retiredTokens = /--(?:hair|sunk|wash|ink|kelp|deep|sand|rust|track)\b/g;
const retiredClasses =
  /\.(?:words|notice|deeds|verbs|twin|papers?|tide|wash|water|well|coming|closing|chipRoom|soft|door|parted)(?=[\s:{,.>[)])/g;
const shortenedClasses = /\.(?:foot-[a-z]+|\w+-head|\w+Head|\w+Foot)(?=[\s:{,.>[)])/g;
/** Limits start with `max` or `min`. */
const otherLimits = /^(?:export )?const (?:most|largest|longest|least|fewest|smallest)[A-Z]\w*/gm;
const retiredFiles =
  /^(?:tide|deed|tape|tally|sweep|desk|seal|reseal|shelves|notice|words|told|wanted|papers?|two-people|hasty-buyer|walks|house|kills|own-stop|payout-place|place-link|draw)(?:[-.]|$)/;

/** The names in code: everything outside comments, strings and the text of templates. */
function namesIn(code: string): ReadonlySet<string> {
  const bare = code
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, ' ')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, ' ')
    .replace(/`[^`]*`/g, (template) => [...template.matchAll(/\$\{([^}]*)\}/g)].map(([, inner]) => inner).join(' '));
  return new Set(bare.match(/[A-Za-z_$][\w$]*/g));
}

/** Retired names in a snake_case or kebab-case name: the whole of it, one of its words or several in a row. */
function findRetiredParts(name: string): readonly string[] {
  const parts = name.split(/[_-]/);
  const spans = parts.flatMap((_, from) => parts.slice(from).map((_, length) => parts.slice(from, from + length + 1)));
  return spans
    .map((span) => span.join('_').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
    .filter((span) => Object.hasOwn(retiredStoredNames, span))
    .map((span) => `${name}: ${span} is now ${retiredStoredNames[span]}`);
}

const files = listFiles('src', 'tests').filter((file) => file !== 'tests/checks/names.test.ts');
const findAll = (pattern: RegExp, ending: RegExp) =>
  files
    .filter((file) => ending.test(file))
    .flatMap((file) => [...new Set(readFileSync(file, 'utf8').match(pattern))].map((name) => `${file}: ${name}`));

describe('names', () => {
  test('code uses standard terms instead of retired names', () => {
    const wrong = files
      .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
      .flatMap((file) =>
        [...namesIn(readFileSync(file, 'utf8'))]
          .filter((name) => Object.hasOwn(retired, name))
          .map((name) => `${file}: ${name} is now ${retired[name]}`),
      );
    expect(wrong).toEqual([]);
  });

  test('tables, columns, indexes and stored values use standard terms', () => {
    const wrong = files
      .filter((file) => /^src\/server\/.*\/baseline\.ts$/.test(file))
      .flatMap((file) => {
        const bare = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?:\/\/|--) .*$/gm, ' ');
        return [...new Set(bare.match(/[a-z][a-z\d]*(?:[_-][a-z\d]+)*/g))].flatMap((name) =>
          findRetiredParts(name).map((found) => `${file}: ${found}`),
        );
      });
    expect(wrong).toEqual([]);
  });

  test('audit codes use standard terms', () => {
    expect([...auditActions, ...auditEntities].flatMap((code) => findRetiredParts(code))).toEqual([]);
  });

  test('columns, tokens and classes use standard terms', () => {
    expect(findAll(retiredColumns, /\.(?:ts|sql)$/)).toEqual([]);
    expect(findAll(retiredTokens, /\.(?:css|astro|tsx?)$/)).toEqual([]);
    expect(findAll(retiredClasses, /\.(?:css|astro)$|sandbox\/page\.ts$/)).toEqual([]);
    expect(findAll(shortenedClasses, /\.(?:css|astro)$/)).toEqual([]);
  });

  test('limits are named max and min', () => {
    expect(findAll(otherLimits, /\.tsx?$/)).toEqual([]);
  });

  test('files are named with standard terms', () => {
    expect(files.filter((file) => retiredFiles.test(basename(file)))).toEqual([]);
  });
});
