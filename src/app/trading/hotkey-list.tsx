import { useStore } from '@nanostores/react';
import { DataTable } from '#ui/data-table.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { hotkeys } from './hotkeys.ts';
import { $tradingSettings } from './stores/settings.ts';
import { useTexts } from './texts.ts';

export function HotkeyList({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { strings } = useTexts();
  const settings = useStore($tradingSettings);
  return (
    <Dialog open={open} onClose={onClose} title={strings.hotkeys} closeLabel={strings.close}>
      {!settings.hotkeys && <p role="status">{strings.keys_off}</p>}
      <DataTable
        caption={strings.keys}
        narrow="fit"
        rows={hotkeys}
        rowKey={({ action }) => action}
        columns={[
          {
            header: strings.keys_key,
            cell: ({ key, shift }) => <kbd>{shift ? `${strings.shift} + ${key}` : key}</kbd>,
          },
          { header: strings.keys_action, cell: ({ action }) => strings[`key_${action}`] },
        ]}
      />
    </Dialog>
  );
}
