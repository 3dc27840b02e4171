import Edit from '@mui/icons-material/EditOutlined';
import { Box, Button, Card, Typography } from '@mui/material';
import { useGetOne, useTranslate } from 'ra-core';
import { useCallback, useMemo, useState } from 'react';
import { getAccountsConfig } from '../../config/app/accounts.ts';
import { getVisibleEntries } from '../../config/app/entries.ts';
import type { EntryConfig, GroupConfig, ViewProps } from '../../config/resource.ts';
import { isBlank } from '../../config/validate.ts';
import { useFieldLabel, useLabel, useResourceName } from '../../parts/intl.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import { Value } from '../../parts/Value.tsx';
import { isAllowed } from '../../views/shared/canAccess.ts';
import { filterByFeature } from '../../views/shared/filterByFeature.ts';
import { ListError, ListSkeleton } from '../../views/shared/ListPlaceholders.tsx';
import { ViewProvider } from '../../views/shared/ResourceViewContext.tsx';
import type { AnyRecord } from '../../wire/binding.ts';

const EditSheet = lazyComponent(() => import('../../views/detail/EditView.tsx'));

interface OwnRecordProps extends ViewProps {
  id: string;
}

/** The record linked to the account: the fields that the role may read, and a button to edit it. */
export default function OwnRecord({ id, ...view }: OwnRecordProps) {
  const { resource, role } = view;
  const t = useTranslate();
  const { one } = useResourceName(resource);
  const { data, error, refetch } = useGetOne<AnyRecord>(resource.name, { id });
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
          {data && isAllowed(resource, role, 'edit') && (
            <Button variant="outlined" startIcon={<Edit />} onClick={() => setEditing(true)}>
              {t('form.edit')}
            </Button>
          )}
        </Box>
        {data ? (
          groups.map((group) => (
            <Group key={JSON.stringify(group.label)} {...{ group, resource, data }} named={groups.length > 1} />
          ))
        ) : error ? (
          <ListError message={error.message} onRetry={refetch} />
        ) : (
          <ListSkeleton layout="table" rows={2} />
        )}
      </Card>
      {editing && <EditSheet id={id} onClose={close} />}
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

interface GroupProps extends Pick<ViewProps, 'resource'> {
  group: Group;
  data: AnyRecord;
  named: boolean;
}

function Group({ group, resource, data, named }: GroupProps) {
  const translateLabel = useLabel();
  const fieldLabel = useFieldLabel(resource);
  return (
    <Box component="section" sx={{ minWidth: 0 }}>
      {named && (
        <Typography variant="h3" sx={{ mb: 1 }}>
          {translateLabel(group.label)}
        </Typography>
      )}
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {group.fields.map((entry) => {
          const field = resource.fields[entry.field];
          if (!field || (entry.hideEmpty && isBlank(data[entry.field]))) return null;
          return (
            <Box key={entry.field} sx={{ minWidth: 0, gridColumn: entry.wide ? '1 / -1' : undefined }}>
              <Typography component="dt" variant="body2" color="textSecondary">
                {fieldLabel(entry.field, entry.label)}
              </Typography>
              <Box component="dd" sx={{ m: 0 }}>
                <Value
                  field={field}
                  source={entry.field}
                  record={data}
                  missing={entry.placeholder}
                  component={entry.component}
                />
              </Box>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
