import type { IconName } from '#ui/icon-paths.ts';
import type { Message } from '../stores/notifications.ts';

type Look = { readonly name: IconName; readonly tone: 'good' | 'bad' | 'plain' };

const successKinds = /(passed|funded|live|opened|resumed|lifted|alert_target|upheld_for|paid|confirmed|approved)$/;
const problemKinds =
  /^alert_|(breached|locked|over_limit|suspended|disputed|canceled|terminated|failed|declined|conduct_upheld|personal_stop)$/;

/** Success, trouble or plain news; the title says which in words. */
export function iconOf({ kind }: Pick<Message, 'kind'>): Look {
  if (successKinds.test(kind)) return { name: 'success', tone: 'good' };
  if (problemKinds.test(kind)) return { name: 'warning', tone: 'bad' };
  return { name: 'info', tone: 'plain' };
}
