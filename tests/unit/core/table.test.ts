import { expect, test } from 'vitest';
import { oneOf, table } from '#server/core/database/table.ts';

test('a released table leaves out the values that its list has gained since', () => {
  const lamp = table({ state: oneOf(['on', 'off', 'idle'], 'text not null', ['idle']) });
  expect(lamp.toSql('lamp')).toEqual(["create table lamp (\n  state text not null check (state in ('on', 'off'))\n)"]);
});
