import { defineFormat, readFill, skip } from '../format.ts';

/** The trade activity log. Exports are in UTC and saved logs in the chart's zone, but the file doesn't say which. */
export const sierraChart = defineFormat({
  id: 'sierra-chart',
  name: 'Sierra Chart',
  times: 'ask',
  usualZone: 'UTC',
  hasFixedPoint: true,
  signature: ['activity', 'price', 'quantity', 'side'],
  identity: ['id'],
  hasExecutionIds: true,
  columns: {
    id: ['fillexecutionserviceid'],
    account: ['tradeaccount'],
    activity: ['activitytype'],
    at: ['datetime', 'transdatetime'],
    symbol: ['symbol'],
    side: ['buysell'],
    quantity: ['filledquantity'],
    price: ['fillprice'],
    high: ['highduringposition'],
    low: ['lowduringposition'],
  },
  read(cell) {
    if (!/^fills?$/i.test(cell('activity'))) return skip('activity');
    return { ...readFill(cell), high: cell('high'), low: cell('low') };
  },
});
