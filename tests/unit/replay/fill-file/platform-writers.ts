import type { Fill } from '#shared/accounts/model.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { instruments } from '#shared/exchange/instruments.ts';

/** How a country or a spreadsheet writes numbers and amounts. */
export type Style = {
  readonly number: (plain: string) => string;
  readonly money: (cents: number) => string;
};

export type WrittenFill = Fill & { readonly id: string; readonly account: string };
export type WrittenTrip = { readonly entry: WrittenFill; readonly exit: WrittenFill };

/** A row by heading. Headings that it leaves out are empty. */
type Row = Readonly<Record<string, string>>;

type Writer = { readonly headings: string; readonly separator?: string } & (
  | { readonly kind: 'fills'; row(fill: WrittenFill, style: Style): Row }
  | { readonly kind: 'trips'; row(trip: WrittenTrip, style: Style): Row }
);

const priceOf = ({ instrument, priceTicks }: Fill) => {
  const { tickSize, decimals } = instruments[instrument];
  return (priceTicks * tickSize).toFixed(Math.max(2, decimals));
};
const isoOf = (at: number) => new Date(at).toISOString();
const localOf = (at: number) => isoOf(at).slice(0, 19).replace('T', ' ');
/** 11/18/2026 16:00:05 */
const americanOf = (at: number) => localOf(at).replace(/^(\d+)-(\d+)-(\d+)/, '$2/$3/$1');
const symbolOf = ({ instrument, month }: Fill) => contractName(instrument, month);
const longSymbolOf = ({ instrument, month }: Fill) => contractName(instrument, month).replace(/\d$/, month.slice(2, 4));
const buySell = ({ side }: Fill) => (side === 'buy' ? 'Buy' : 'Sell');

/** Each platform's full heading and how it writes a row. Times are UTC. */
export const writers: Readonly<Record<string, Writer>> = {
  'Tradovate Fills': {
    kind: 'fills',
    headings:
      '_id,_orderId,_contractId,_timestamp,_tradeDate,_action,_qty,_price,_active,_accountId,Fill ID,Order ID,Timestamp,Date,Account,B/S,Quantity,Price,_priceFormat,_priceFormatType,_tickSize,Contract,Product,Product Description,commission',
    row: (fill, { number, money }) => ({
      ...{ _id: fill.id, _timestamp: `${localOf(fill.at)}Z`, _action: fill.side === 'buy' ? '0' : '1' },
      ...{ _qty: String(fill.quantity), _price: number(priceOf(fill)), _active: 'true', 'Fill ID': fill.id },
      ...{ Timestamp: americanOf(fill.at), Account: fill.account, 'B/S': ` ${buySell(fill)}` },
      ...{ Quantity: String(fill.quantity), Price: number(priceOf(fill)), Contract: symbolOf(fill) },
      ...{ Product: fill.instrument, commission: money(fill.feeCents) },
    }),
  },
  'R | Trader Pro': {
    kind: 'fills',
    headings:
      'Account,Status,Remarks,Buy/Sell,Qty To Fill,Max Show Qty,Symbol,Price Type,Avg Fill Price,Limit Price,Order Number,User Id,Update Time (UTC),Qty Filled,Create Time (UTC),Commission,Liquidity Indicator,Executing Venue,Commission Fill Rate',
    row: (fill, { number, money }) => ({
      ...{ Account: fill.account, Status: 'Filled', 'Buy/Sell': fill.side === 'buy' ? 'B' : 'S' },
      ...{ 'Qty To Fill': String(fill.quantity), Symbol: symbolOf(fill), 'Price Type': 'M' },
      ...{ 'Avg Fill Price': number(priceOf(fill)), 'Order Number': fill.id, 'Update Time (UTC)': localOf(fill.at) },
      ...{ 'Qty Filled': String(fill.quantity), 'Create Time (UTC)': localOf(fill.at - 60_000) },
      Commission: money(fill.feeCents),
    }),
  },
  dxFeed: {
    kind: 'fills',
    headings: 'Execution ID,Time,Symbol,Side,Quantity,Price,Commission,Exchange Fee,Account',
    row: (fill, { number, money }) => ({
      ...{ 'Execution ID': fill.id, Time: isoOf(fill.at), Symbol: `/${longSymbolOf(fill)}:XCME` },
      ...{ Side: buySell(fill), Quantity: `${fill.side === 'buy' ? '' : '-'}${fill.quantity}` },
      ...{ Price: number(priceOf(fill)), Commission: money(Math.floor(fill.feeCents / 3)), Account: fill.account },
      'Exchange Fee': money(fill.feeCents - Math.floor(fill.feeCents / 3)),
    }),
  },
  'NinjaTrader Executions': {
    kind: 'fills',
    headings:
      'Instrument,Action,Quantity,Price,Time,ID,E/X,Position,Order ID,Name,Commission,Rate,Account display name,Connection',
    row: (fill, { number, money }) => ({
      ...{ Instrument: `${fill.instrument} ${fill.month.slice(5)}-${fill.month.slice(2, 4)}`, Action: buySell(fill) },
      ...{ Quantity: String(fill.quantity), Price: number(priceOf(fill)), Time: localOf(fill.at), ID: fill.id },
      ...{ 'E/X': 'Entry', Commission: money(fill.feeCents), Rate: '1', 'Account display name': fill.account },
      Connection: 'Live',
    }),
  },
  'Sierra Chart': {
    kind: 'fills',
    separator: '\t',
    headings:
      'ActivityType,DateTime,TransDateTime,Symbol,OrderActionSource,InternalOrderID,ServiceOrderID,OrderType,Quantity,BuySell,Price,Price2,OrderStatus,FillPrice,FilledQuantity,TradeAccount,OpenClose,ParentInternalOrderID,PositionQuantity,FillExecutionServiceID,Commission',
    row: (fill, { number, money }) => ({
      ...{ ActivityType: 'Fills', DateTime: localOf(fill.at), Symbol: `${longSymbolOf(fill)}_FUT_CME` },
      ...{ Quantity: '99', BuySell: buySell(fill), OrderStatus: 'Filled', FillPrice: number(priceOf(fill)) },
      ...{ FilledQuantity: String(fill.quantity), TradeAccount: fill.account, FillExecutionServiceID: fill.id },
      Commission: money(fill.feeCents),
    }),
  },
  Quantower: {
    kind: 'fills',
    headings:
      'Account,Date/Time,Symbol,Description,Symbol type,Expiration date,Strike price,Side,Order type,Quantity,Price,Gross P/L,Fee,Net P/L,Trade value,Trade ID',
    row: (fill, { number, money }) => ({
      ...{ Account: fill.account, 'Date/Time': localOf(fill.at), Symbol: `F.US.${longSymbolOf(fill)}` },
      ...{ 'Symbol type': 'Futures', Side: buySell(fill), 'Order type': 'Market', 'Trade ID': fill.id },
      ...{ Quantity: `${fill.side === 'buy' ? '' : '-'}${fill.quantity}`, Price: number(priceOf(fill)) },
      ...{ Fee: money(fill.feeCents), 'Trade value': number('1234.50') },
    }),
  },
  TradingView: {
    kind: 'fills',
    headings:
      'Symbol,Side,Type,Qty,Limit Price,Stop Price,Fill Price,Status,Commission,Leverage,Margin,Placing Time,Closing Time,Order ID,Account',
    row: (fill, { number, money }) => ({
      ...{ Symbol: `CME_MINI:${fill.instrument}${contractName('', fill.month).slice(0, 1)}${fill.month.slice(0, 4)}` },
      ...{ Side: buySell(fill), Type: 'Market', Qty: String(fill.quantity), 'Fill Price': number(priceOf(fill)) },
      ...{ Status: 'Filled', Commission: money(fill.feeCents), 'Placing Time': localOf(fill.at - 1_000) },
      ...{ 'Closing Time': localOf(fill.at), 'Order ID': fill.id, Account: fill.account },
    }),
  },
  'Tradovate Performance': {
    kind: 'trips',
    headings:
      'symbol,_priceFormat,_priceFormatType,_tickSize,buyFillId,sellFillId,qty,buyPrice,sellPrice,pnl,boughtTimestamp (UTC),soldTimestamp,duration,commission,Account',
    row: ({ entry, exit }, { number, money }) => {
      const [bought, sold] = entry.side === 'buy' ? [entry, exit] : [exit, entry];
      return {
        ...{ symbol: symbolOf(entry), buyFillId: bought.id, sellFillId: sold.id, qty: String(entry.quantity) },
        ...{ buyPrice: number(priceOf(bought)), sellPrice: number(priceOf(sold)), duration: '5min' },
        ...{ 'boughtTimestamp (UTC)': americanOf(bought.at), soldTimestamp: americanOf(sold.at) },
        ...{ commission: money(entry.feeCents + exit.feeCents), Account: entry.account },
      };
    },
  },
  'NinjaTrader Trades': {
    kind: 'trips',
    headings:
      'Trade number,Instrument,Account,Strategy,Market pos.,Qty,Entry price,Exit price,Entry time,Exit time,Entry name,Exit name,Profit,Cum. net profit,Commission,Clearing Fee,Exchange Fee,IP Fee,NFA Fee,MAE,MFE,ETD,Bars',
    row: ({ entry, exit }, { number, money }) => {
      const feeCents = entry.feeCents + exit.feeCents;
      return {
        ...{ Instrument: `${entry.instrument} ${entry.month.slice(5)}-${entry.month.slice(2, 4)}` },
        ...{ Account: entry.account, 'Market pos.': entry.side === 'buy' ? 'Long' : 'Short' },
        ...{ Qty: String(entry.quantity), 'Entry price': number(priceOf(entry)), 'Exit price': number(priceOf(exit)) },
        ...{ 'Entry time': localOf(entry.at), 'Exit time': localOf(exit.at), Bars: '3' },
        ...{ Commission: money(feeCents - Math.floor(feeCents / 2)), 'Clearing Fee': money(0), 'IP Fee': '' },
        ...{ 'Exchange Fee': money(Math.floor(feeCents / 2)), MAE: money(500), MFE: money(1_000), ETD: money(0) },
      };
    },
  },
  TopstepX: {
    kind: 'trips',
    headings:
      'Id,ContractName,EnteredAt,ExitedAt,EntryPrice,ExitPrice,Fees,PnL,Size,Type,TradeDay,TradeDuration,Commissions,AccountName',
    row: ({ entry, exit }, { number, money }) => ({
      ...{ Id: entry.id, ContractName: symbolOf(entry), EnteredAt: `${americanOf(entry.at)} +00:00` },
      ...{
        ExitedAt: `${americanOf(exit.at)} +00:00`,
        EntryPrice: number(priceOf(entry)),
        Size: String(entry.quantity),
      },
      ...{ ExitPrice: number(priceOf(exit)), Fees: money(entry.feeCents), Commissions: money(exit.feeCents) },
      ...{ Type: entry.side === 'buy' ? 'Long' : 'Short', AccountName: entry.account, TradeDuration: '00:05:00' },
    }),
  },
};
