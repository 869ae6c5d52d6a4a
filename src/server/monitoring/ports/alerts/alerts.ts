export type OperatorAlert = {
  /** As in the rules for Prometheus. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly startsAt: Date;
  /** Null while it lasts. */
  readonly endsAt: Date | null;
};

/** Tells the operators' alert receiver; mail may be what is down. */
export type Alerts = {
  /** @throws if the receiver didn't accept them; send them again */
  send(alerts: readonly OperatorAlert[]): Promise<void>;
};
