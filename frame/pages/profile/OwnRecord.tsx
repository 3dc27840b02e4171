import Edit from '@mui/icons-material/EditOutlined';
import { Box, Button, Card, Typography } from '@mui/material';
import { useGetOne, useTranslate } from 'ra-core';
import { useCallback, useMemo, useState } from 'react';
import { getAccountsConfig } from '../../config/app/accounts.ts';
import { getVisibleEntries } from '../../config/app/entries.ts';
import type { EntryConfig, GroupConfig, ViewProps } from '../../config/resource.ts';
import { useResourceName } from '../../parts/intl.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import { DetailGroup } from '../../views/detail/DetailPanel.tsx';
import { isAllowed } from '../../views/shared/canAccess.ts';
import { filterByFeature } from '../../views/shared/filterByFeature.ts';
import { ListSkeleton } from '../../views/shared/ListPlaceholders.tsx';
import { QueryContent } from '../../views/shared/QueryContent.tsx';
import { ViewProvider } from '../../views/shared/ResourceViewContext.tsx';
import type { AnyRecord } from '../../wire/binding.ts';

const EditView = lazyComponent(() => import('../../views/detail/EditView.tsx'));

interface OwnRecordProps extends ViewProps {
  id: string;
}

/** The record linked to the account: the fields that the role may read, and a button to edit it. */
export default function OwnRecord({ id, ...view }: OwnRecordProps) {
  const { resource, role } = view;
  const t = useTranslate();
  const { one } = useResourceName(resource);
  const query = useGetOne<AnyRecord>(resource.name, { id });
  const [editing, setEditing] = useState(false);
  const close = useCallback(() => setEditing(false), []);
  const groups = useGroups(view);
  if (groups.length === 0) return null;
  return (
    <ViewProvider value={view}>
      <Card component="section" aria-labelledby="profile-record" sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
          <Typography variant="h2" id="profile-record">
            {one}
          </Typography>
          {query.data && isAllowed(resource, role, 'edit') && (
            <Button variant="outlined" startIcon={<Edit />} onClick={() => setEditing(true)}>
              {t('form.edit')}
            </Button>
          )}
        </Box>
        <QueryContent query={query} loading={<ListSkeleton layout="table" rows={2} />}>
          {(record) =>
            groups.map((group) => <DetailGroup key={JSON.stringify(group.label ?? '')} group={group} record={record} />)
          }
        </QueryContent>
      </Card>
      {editing && <EditView id={id} onClose={close} />}
    </ViewProvider>
  );
}

type Group = Omit<GroupConfig<string>, 'fields'> & { fields: EntryConfig<string>[] };

/** The groups of the record's show view, without name and e-mail. */
function useGroups({ resource, role }: ViewProps): Group[] {
  return useMemo(() => {
    const { email, name } = getAccountsConfig(resource) ?? {};
    return filterByFeature(resource.show?.groups ?? [])
      .map((group) => ({
        ...group,
        fields: getVisibleEntries<EntryConfig<string>>(group.fields, role).filter(
          ({ field }) => field !== email && field !== name,
        ),
      }))
      .filter(({ fields }) => fields.length > 0);
  }, [resource, role]);
}
