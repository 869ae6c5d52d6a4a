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

/** Statements that are worth keeping: those that read or change rows, written out once and run again and again. */
const isAboutRows = (text: string) => /^\s*(?:select|insert|update|delete|with)\b/i.test(text) && text.length <= 8192;

/** After these a kept statement may mean something else, or be gone. */
const mayChangeTables = (text: string) => /\b(?:create|alter|drop|discard|deallocate|do|rollback)\b/i.test(text);

/** A plan is made for the tables as they were; nothing tells it that a table has grown since. */
const usesPerPlan = 1_000;

const maxStatements = 400;

type Statement = {
  readonly name: string;
  readonly parameterTypes: readonly number[];
  readonly rowDescription: readonly messages.BackendMessage[];
  uses: number;
};

/**
 * PGlite that analyses and plans each statement once instead of at every run, and sends what a run needs in one
 * message instead of five.
 */
export class PreparedPGlite extends PGlite {
  /** By text, the least recently used first. */
  readonly #statements = new Map<string, Statement>();
  readonly #closing: Uint8Array[] = [];
  #count = 0;
  #changes = 0;

  /** @throws what PGlite throws when its folder can't be opened */
  static async open(options: PGliteOptions): Promise<PreparedPGlite> {
    const pglite = new PreparedPGlite(options);
    await pglite.waitReady;
    return pglite;
  }

  override async query<Row>(text: string, values: unknown[] = [], options?: QueryOptions): Promise<Results<Row>> {
    if (!this.#isKept(text, options)) return super.query<Row>(text, values, options);
    await this._checkReady();
    return this._runExclusiveTransaction(async () => {
      const results = await this.#run<Row>(text, values, options);
      await this.syncToFs();
      return results;
    });
  }

  override exec(text: string, options?: QueryOptions): Promise<Results[]> {
    this.#noticeChange(text);
    return super.exec(text, options);
  }

  override async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const before = this.#changes;
    const result = super.transaction((transaction) => {
      const query = async <Row>(text: string, values: unknown[] = [], options?: QueryOptions) => {
        if (transaction.closed || !this.#isKept(text, options)) return transaction.query<Row>(text, values, options);
        return this.#run<Row>(text, values, options);
      };
      const exec = (text: string, options?: QueryOptions) => {
        this.#noticeChange(text);
        return transaction.exec(text, options);
      };
      return work(Object.create(transaction, { query: { value: query }, exec: { value: exec } }));
    });
    // If the transaction is rolled back, tables are again what they were before its changes.
    return result.finally(() => {
      if (this.#changes !== before) this.#forgetAll();
    });
  }

  #isKept(text: string, options: QueryOptions = {}): boolean {
    const { rowMode: _, ...others } = options;
    if (isAboutRows(text)) return Object.keys(others).length === 0;
    this.#noticeChange(text);
    return false;
  }

  #noticeChange(text: string): void {
    if (!mayChangeTables(text)) return;
    this.#changes += 1;
    this.#forgetAll();
  }

  #forgetAll(): void {
    for (const kept of this.#statements.keys()) this.#forget(kept);
  }

  #forget(text: string): void {
    const statement = this.#statements.get(text);
    if (!statement) return;
    this.#statements.delete(text);
    this.#closing.push(serialize.close({ type: 'S', name: statement.name }));
  }

  #send(parts: readonly Uint8Array[]): Promise<messages.BackendMessage[]> {
    return this.execProtocolStream(Buffer.concat([...this.#closing.splice(0), ...parts, serialize.sync()]), {
      syncToFs: false,
    });
  }

  async #prepare(text: string): Promise<Statement> {
    const name = `kept_${++this.#count}`;
    const answers = await this.#send([serialize.parse({ name, text }), serialize.describe({ type: 'S', name })]);
    const parameterTypes = parse.parseDescribeStatementResults(answers);
    return {
      name,
      parameterTypes,
      rowDescription: answers.filter((answer) => answer.name === 'rowDescription'),
      uses: 0,
    };
  }

  async #find(text: string): Promise<Statement> {
    const kept = this.#statements.get(text);
    if (kept && kept.uses < usesPerPlan) this.#statements.delete(text);
    else this.#forget(text);
    const statement = kept && kept.uses < usesPerPlan ? kept : await this.#prepare(text);
    statement.uses += 1;
    this.#statements.set(text, statement);
    const [oldest] = this.#statements.keys();
    if (this.#statements.size > maxStatements && oldest !== undefined) this.#forget(oldest);
    return statement;
  }

  #run<Row>(text: string, values: readonly unknown[], options?: QueryOptions): Promise<Results<Row>> {
    return this._runExclusiveQuery(async () => {
      try {
        const { name, parameterTypes, rowDescription } = await this.#find(text);
        const written = values.map((value, index) => {
          if (value === null || value === undefined) return null;
          const write = this.serializers[parameterTypes[index] ?? 0];
          return write ? write(value) : String(value);
        });
        const answers = await this.#send([serialize.bind({ statement: name, values: written }), serialize.execute({})]);
        return parse.parseResults([...rowDescription, ...answers], this.parsers, options)[0] as Results<Row>;
      } catch (error) {
        this.#forget(text);
        throw error;
      }
    });
  }
}
