/** The root key if APP_SECRET is unset and several servers share the database. */
type InstallationKeyTable = { id: string; value: string };

/** The last number of each series, allocated in the document's transaction so that none is skipped or repeated. */
type NumberSeriesTable = { series: string; last: number };

export type CoreTables = {
  installation_key: InstallationKeyTable;
  number_series: NumberSeriesTable;
};
