import {
  type messages,
  PGlite,
  type PGliteOptions,
  parse,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from '@electric-sql/pglite';

const { serialize } = protocol;

/** Statements worth caching: they read or change rows and run again and again. */
const isCacheable = (text: string) => /^\s*(?:select|insert|update|delete|with)\b/i.test(text) && text.length <= 8192;

const isCached = (text: string, { rowMode: _, ...others }: QueryOptions = {}) =>
  isCacheable(text) && Object.keys(others).length === 0;

/** Afterward, cached statements may be invalid. */
const mayChangeTables = (text: string) => /\b(?:create|alter|drop|discard|deallocate|do|rollback)\b/i.test(text);

/** A plan isn't updated when its tables grow, so statements are planned again after this many uses. */
const usesPerPlan = 1_000;

const maxStatements = 400;

type Statement = {
  readonly name: string;
  readonly parameterTypes: readonly number[];
  readonly rowDescription: readonly messages.BackendMessage[];
  uses: number;
};

/**
 * A PGlite that parses and plans each statement once instead of on every run, and sends one message per run instead of
 * five.
 */
export class PreparedPGlite extends PGlite {
  /** By text, least recently used first. */
  readonly #statements = new Map<string, Statement>();
  readonly #pendingCloses: Uint8Array[] = [];
  #preparedCount = 0;
  /** Changes of tables that wait or run: what is prepared meanwhile may be invalid afterward. */
  #tableChanges = 0;

  /** @throws what PGlite throws if its folder can't be opened */
  static async open(options: PGliteOptions): Promise<PreparedPGlite> {
    const pglite = new PreparedPGlite(options);
    await pglite.waitReady;
    return pglite;
  }

  override async query<Row>(text: string, values: unknown[] = [], options?: QueryOptions): Promise<Results<Row>> {
    if (!isCached(text, options)) return this.#change(text, () => super.query<Row>(text, values, options));
    await this._checkReady();
    return this._runExclusiveTransaction(async () => {
      const results = await this.#run<Row>(text, values, options);
      await this.syncToFs();
      return results;
    });
  }

  override exec(text: string, options?: QueryOptions): Promise<Results[]> {
    return this.#change(text, () => super.exec(text, options));
  }

  override async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    // A rollback also undoes table changes.
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const result = super.transaction((transaction) => {
      const query = async <Row>(text: string, values: unknown[] = [], options?: QueryOptions) => {
        if (!transaction.closed && isCached(text, options)) return this.#run<Row>(text, values, options);
        void this.#change(text, () => isOver);
        return transaction.query<Row>(text, values, options);
      };
      const exec = (text: string, options?: QueryOptions) => {
        void this.#change(text, () => isOver);
        return transaction.exec(text, options);
      };
      return work(Object.create(transaction, { query: { value: query }, exec: { value: exec } }));
    });
    return result.finally(end);
  }

  #change<Result>(text: string, change: () => Promise<Result>): Promise<Result> {
    if (!mayChangeTables(text)) return change();
    this.#tableChanges += 1;
    this.#forgetAll();
    return change().finally(() => {
      this.#tableChanges -= 1;
    });
  }

  #forgetAll(): void {
    for (const cached of this.#statements.keys()) this.#forget(cached);
  }

  #forget(text: string): void {
    const statement = this.#statements.get(text);
    if (!statement) return;
    this.#statements.delete(text);
    this.#close(statement);
  }

  /** With the next preparation, because the statement may be about to run. */
  #close({ name }: Statement): void {
    this.#pendingCloses.push(serialize.close({ type: 'S', name }));
  }

  #send(parts: readonly Uint8Array[]): Promise<messages.BackendMessage[]> {
    return this.execProtocolStream(Buffer.concat([...parts, serialize.sync()]), { syncToFs: false });
  }

  async #prepare(text: string): Promise<Statement> {
    const name = `kept_${++this.#preparedCount}`;
    const responses = await this.#send([
      ...this.#pendingCloses.splice(0),
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    ]);
    const parameterTypes = parse.parseDescribeStatementResults(responses);
    return {
      name,
      parameterTypes,
      rowDescription: responses.filter((response) => response.name === 'rowDescription'),
      uses: 0,
    };
  }

  async #find(text: string): Promise<Statement> {
    const cached = this.#statements.get(text);
    if (cached && cached.uses < usesPerPlan) this.#statements.delete(text);
    else this.#forget(text);
    const statement = cached && cached.uses < usesPerPlan ? cached : await this.#prepare(text);
    statement.uses += 1;
    if (this.#tableChanges === 0) this.#statements.set(text, statement);
    else this.#close(statement);
    const [oldest] = this.#statements.keys();
    if (this.#statements.size > maxStatements && oldest !== undefined) this.#forget(oldest);
    return statement;
  }

  #run<Row>(text: string, values: readonly unknown[], options?: QueryOptions): Promise<Results<Row>> {
    return this._runExclusiveQuery(async () => {
      try {
        const { name, parameterTypes, rowDescription } = await this.#find(text);
        const serialized = values.map((value, index) => {
          if (value === null || value === undefined) return null;
          const serializer = this.serializers[parameterTypes[index] ?? 0];
          return serializer ? serializer(value) : String(value);
        });
        const responses = await this.#send([
          serialize.bind({ statement: name, values: serialized }),
          serialize.execute({}),
        ]);
        return parse.parseResults([...rowDescription, ...responses], this.parsers, options)[0] as Results<Row>;
      } catch (error) {
        this.#forget(text);
        throw error;
      }
    });
  }
}
