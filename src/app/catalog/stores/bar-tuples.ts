import { requestEnvelope } from '#app/http/request-envelope.ts';

/** At, open, high, low, close in ticks, and volume. */
export type BarTuple = readonly [number, number, number, number, number, number];

type Query = { readonly contract: string; readonly seconds: number; readonly until: number; readonly count: number };

/** Bars for a public page, whose script can't afford the contract's schemas; empty if the API doesn't respond. */
export async function loadBarTuples(query: Query): Promise<readonly BarTuple[]> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await requestEnvelope(`market/bars?${search}`, 'GET');
  return answer?.response_status === 200 ? (answer.data as { bars: readonly BarTuple[] }).bars : [];
}
