/** Field numbers, the same in every template. Only those of the templates that the bridge uses. */
const numbers = {
  templateId: 154467,
  templateVersion: 153634,
  userMsg: 132760,
  rowCode: 132764,
  code: 132766,
  user: 131003,
  password: 130004,
  appName: 130002,
  appVersion: 131803,
  systemName: 153628,
  plant: 153621,
  heartbeatInterval: 153633,
  fcmId: 154013,
  ibId: 154014,
  userType: 154036,
  maxOrderSessions: 140012,
  accountId: 154008,
  productCode: 100749,
  commissionFillRate: 156969,
  notifyType: 153625,
  isSnapshot: 110121,
  basketId: 110300,
  symbol: 110100,
  exchange: 110101,
  transactionType: 112003,
  fillPrice: 110307,
  fillSize: 110308,
  fillId: 110311,
  fillDate: 110310,
  sequenceNumber: 112002,
  correctedSequence: 149264,
  seconds: 150100,
  microseconds: 150101,
  startIndex: 153002,
  finishIndex: 153003,
  request: 100000,
  netQuantity: 156967,
  openProfit: 156961,
  accountBalance: 156970,
  cashOnHand: 156971,
} as const;

export type FieldName = keyof typeof numbers;
export type Values = { readonly [Name in FieldName]?: string | number | readonly string[] };
/** The values of each known field, in order; unknown fields are skipped. */
export type Message = { readonly [Name in FieldName]?: readonly (string | number)[] };

const nameOf = new Map<number, FieldName>(Object.entries(numbers).map(([name, number]) => [number, name as FieldName]));
const doubles: ReadonlySet<string> = new Set<FieldName>(['heartbeatInterval', 'commissionFillRate', 'fillPrice']);
const lengthBytes = 4;
const maxMessageBytes = 1_000_000;

function putVarint(bytes: number[], value: number): void {
  // A negative number takes ten bytes, as two's complement of 64 bits.
  let left = BigInt.asUintN(64, BigInt(value));
  for (; left > 0x7fn; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80);
  bytes.push(Number(left));
}

/** A message as protobuf, after its length in four bytes. */
export function encode(values: Values): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (const [name, given] of Object.entries(values)) {
    for (const value of Array.isArray(given) ? (given as readonly string[]) : [given as string | number]) {
      const wireType = typeof value === 'string' ? 2 : doubles.has(name) ? 1 : 0;
      putVarint(bytes, numbers[name as FieldName] * 8 + wireType);
      if (typeof value === 'string') {
        const text = Buffer.from(value);
        putVarint(bytes, text.length);
        bytes.push(...text);
      } else if (wireType === 1) {
        const double = Buffer.alloc(8);
        double.writeDoubleLE(value);
        bytes.push(...double);
      } else putVarint(bytes, value);
    }
  }
  const framed = new Uint8Array(lengthBytes + bytes.length);
  new DataView(framed.buffer).setUint32(0, bytes.length);
  framed.set(bytes, lengthBytes);
  return framed;
}

/** Reads a message without its length. @throws {Error} if it isn't protobuf */
export function decode(bytes: Buffer): Message {
  const message: Partial<Record<FieldName, (string | number)[]>> = {};
  let at = 0;
  const takeVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes.readUInt8(at);
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new Error('a number is too long');
  };
  const take = (wireType: number): string | number => {
    if (wireType === 0) return Number(BigInt.asIntN(64, takeVarint()));
    const size = wireType === 1 ? 8 : wireType === 5 ? 4 : wireType === 2 ? Number(takeVarint()) : Number.NaN;
    if (!(at + size <= bytes.length)) throw new Error(`a field of type ${wireType} is cut short`);
    at += size;
    if (wireType === 1) return bytes.readDoubleLE(at - size);
    return wireType === 5 ? bytes.readFloatLE(at - size) : bytes.toString('utf8', at - size, at);
  };
  while (at < bytes.length) {
    const tag = Number(takeVarint());
    const [name, value] = [nameOf.get(Math.floor(tag / 8)), take(tag % 8)];
    if (name === undefined) continue;
    message[name] ??= [];
    message[name].push(value);
  }
  return message;
}

/** Puts messages together again: a length or a message may be split across frames, and a frame may hold several. */
export function createReader(onMessage: (message: Message) => void) {
  let rest = Buffer.alloc(0);
  /** @throws {Error} if the bytes aren't messages */
  return (piece: Uint8Array): void => {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= lengthBytes) {
      const size = rest.readUInt32BE(0);
      if (size > maxMessageBytes) throw new Error(`a message of ${size} bytes`);
      if (rest.length < lengthBytes + size) return;
      const message = decode(rest.subarray(lengthBytes, lengthBytes + size));
      rest = rest.subarray(lengthBytes + size);
      onMessage(message);
    }
  };
}

export const textOf = (message: Message, name: FieldName): string => String(message[name]?.[0] ?? '');
export const numberOf = (message: Message, name: FieldName): number => Number(message[name]?.[0] ?? 0);
/** UTC ms of a message that carries its time. */
export const timeOf = (message: Message): number =>
  numberOf(message, 'seconds') * 1_000 + Math.floor(numberOf(message, 'microseconds') / 1_000);
