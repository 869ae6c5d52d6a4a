import { requestDocuments } from '#shared/risk/contract-document-requests.ts';
import { ActionForm } from '../actions/action-form.tsx';
import { useTexts } from '../texts.ts';

type RequestDocumentsProps = { readonly accountId: string; readonly onDone: () => void };

/** Requests documents from the account's trader. */
export function RequestDocuments({ accountId, onDone }: RequestDocumentsProps) {
  const { strings } = useTexts();
  return (
    <ActionForm
      onDone={onDone}
      contract={requestDocuments}
      label={strings.documents_request}
      text={strings.documents_request_text}
      initial={{ accountId, text: '' }}
      fields={[{ name: 'text', label: strings.column_needed, hint: strings.documents_request_hint }]}
    />
  );
}
