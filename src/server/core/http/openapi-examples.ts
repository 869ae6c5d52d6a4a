type Json = Record<string, unknown>;

/** Sample values by field name; other fields get the simplest value of their type. */
const samples: Readonly<Record<string, unknown>> = {
  account: 'kT3vY8pQ2mZw',
  accountId: 'kT3vY8pQ2mZw',
  after: '128',
  auth: 'p4Wz9LkQ0sXnRb7nX4cJ9s',
  before: '1773238800000',
  billId: 'Rb7nX4cJ9sLd',
  browserSessionId: 'f0c2a7d4e1b84c6f',
  captcha: 'eyJhbGdvcml0aG0iOiJTSEEtMjU2In0=',
  certificateId: 'kT3vY8pQ2mZwRb7nX4cJ9s',
  code: '482913',
  confirm_password: 'harbor-at-noon-7',
  contract: 'ESZ6',
  contracts: 'ESZ6,NQZ6',
  count: '300',
  country: 'PT',
  coupon: 'HARBOR5',
  cursor: '2026-03-11T15:00:00.000000Z~kT3vY8pQ2mZw',
  current_password: 'harbor-at-noon-6',
  dailyStopCents: 50000,
  dataAt: 1773238800000,
  dailyTargetCents: 50000,
  contractsBps: 8000,
  day: '2026-03-11',
  endpoint: 'https://fcm.googleapis.com/fcm/send/p4Wz9LkQ0sXn',
  email: 'ines.almeida@example.com',
  expectedTotalCents: 14900,
  first_name: 'Inês',
  from: '2026-03-01',
  id: '7',
  jobId: '0f8e2f6a-51c4-4b5e-9d3a-7c1b2e4f6a90',
  kid: 'kT3vY8pQ2mZwRb7nX4cJ9sLdHq5wE1tU6yNaSd2gK8r',
  last_name: 'Almeida',
  hours: { from: 510, until: 900 },
  list: '0',
  losingTrades: { count: 3, minutes: 30 },
  giveBackCents: 30000,
  lossCents: 50000,
  weekLossCents: 150000,
  maxContracts: 3,
  message: 'My account was closed at 15:02, but the last fill is from 14:58.',
  month: '2026-06',
  name: 'Inês Almeida',
  number: 'I2026-000042',
  ocoWith: 'Sd2gK8rV5bMx',
  order: 'Hq5wE1tU6yNa',
  orderId: 'Hq5wE1tU6yNa',
  packageId: 'classic-50k',
  password: 'harbor-at-noon-7',
  paidOn: '2026-03-11',
  p256dh: `B${'kT3vY8pQ2mZwRb7nX4cJ9sLdHq5wE1tU6yNaSd2gK8r'.repeat(2)}`,
  percent: 20,
  priceTicks: 27420,
  platformUser: 'ines.almeida',
  comment: 'Your stops are steady. The losing days begin with the third trade.',
  refundedOn: '2026-03-11',
  requestId: 'p4Wz9LkQ0sXnRb7n',
  requestedCents: '125000',
  profitCents: 80000,
  q: 'ines.almeida@example.com',
  reason: 'Charged twice',
  reviewId: 'kT3vY8pQ2mZw',
  reviewerId: 'Rb7nX4cJ9sLd',
  roomBps: 2500,
  seconds: '60',
  sessionId: 'f0c2a7d4e1b84c6f',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  showFrom: '2026-03-11T15:00',
  showUntil: '2026-03-12T15:00',
  since: 'kT3vY8pQ2mZw:128',
  stopTicks: 12,
  subscriptionId: 'Sd2gK8rV5bMx',
  targetTicks: 24,
  title: 'Alerts before the daily drawdown',
  to: '2026-03-31',
  trades: 5,
  token: 'p4Wz9LkQ0sXn',
  until: '1773238800000',
  upTo: 1773238800000,
  url: 'https://partner.example/postbacks',
  year: '2026',
};

function listOptions(schema: Json): readonly Json[] {
  const options = schema.oneOf ?? schema.anyOf;
  return Array.isArray(options) ? options : [];
}

function isFile(schema: Json): boolean {
  return schema.format === 'binary';
}

/** Required fields only, so that the example is the smallest request; all fields if none is required. */
function listExampleFields(schema: Json): readonly (readonly [name: string, schema: Json])[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>).filter(([, each]) => !isFile(each));
  return required.length > 0 ? fields.filter(([name]) => required.includes(name)) : fields;
}

/**
 * A value that fits a JSON schema, for readers of the API reference.
 * @param name the name of the field, which selects the sample
 */
export function createExample(schema: Json, name = ''): unknown {
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [option] = listOptions(schema);
  if (option) return createExample(option, name);
  if (schema.properties && typeof samples[name] === 'object') return samples[name];
  if (schema.properties) {
    return Object.fromEntries(listExampleFields(schema).map(([key, each]) => [key, createExample(each, key)]));
  }
  if (schema.type === 'object') return {};
  if (schema.type === 'array') return [createExample((schema.items ?? {}) as Json, name)];
  if (name in samples) return samples[name];
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  return schema.type === 'boolean' ? true : name;
}

/** One named example for each kind of a body's union field, such as an order's selection; otherwise one example. */
export function createExamples(body: Json): Readonly<Record<string, { readonly value: unknown }>> {
  const whole = createExample(body);
  for (const [field, schema] of listExampleFields(body)) {
    const kinds = listOptions(schema).filter(({ properties }) => (properties as Json | undefined)?.kind);
    if (kinds.length === 0) continue;
    const entries = kinds.map((kind) => {
      const value = createExample(kind) as { readonly kind?: unknown };
      return [String(value.kind), { value: { ...(whole as Json), [field]: value } }] as const;
    });
    return Object.fromEntries(entries);
  }
  return { request: { value: whole } };
}
