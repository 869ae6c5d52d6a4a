import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/alert.tsx';
import type { AccountStrings } from './types.ts';

type FailedNoticeProps = {
  readonly strings: AccountStrings;
  readonly title?: string;
  readonly again: () => Promise<void>;
};

export function FailedNotice({ strings, title = strings.failed_title, again }: FailedNoticeProps) {
  return (
    <Notice
      kind="error"
      title={title}
      actions={
        <Button variant="outline" onClick={() => void again()}>
          {strings.failed_action}
        </Button>
      }
    >
      {strings.failed_text}
    </Notice>
  );
}
