import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { useTexts } from './texts.ts';

export function FailedAlert({ title, again }: { readonly title?: string; readonly again: () => Promise<unknown> }) {
  const { strings } = useTexts();
  return (
    <Alert
      kind="error"
      title={title ?? strings.failed_title}
      actions={
        <Button variant="outline" onClick={() => void again()}>
          {strings.failed_action}
        </Button>
      }
    >
      {strings.failed_text}
    </Alert>
  );
}
