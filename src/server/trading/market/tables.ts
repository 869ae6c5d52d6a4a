/** Published hashes and keys of the simulated market's days. Days as YYYY-MM-DD. */
type MarketKeyEntryTable = {
  number: number;
  body: string;
  hash: string;
  announced_until: string;
  revealed_until: string;
};

export type MarketTables = {
  market_key_entry: MarketKeyEntryTable;
};
