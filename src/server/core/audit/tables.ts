import type { Json, Moment } from '../database/columns.ts';

type AuditTable = {
  id: string;
  at: Moment;
  /** `person:<id>`, `system` or `provider:<name>`. */
  actor: string;
  action: string;
  entity: string;
  entity_id: string;
  details: Json<object>;
};

/**
 * A link of the audit log's hash chain: its hash covers the entry and the previous link. `erasable` entries may be
 * deleted.
 */
type AuditLinkTable = {
  number: number;
  audit_id: string;
  at: Moment;
  erasable: boolean;
  content_hash: string;
  hash: string;
};

export type AuditTables = {
  audit: AuditTable;
  audit_link: AuditLinkTable;
};
