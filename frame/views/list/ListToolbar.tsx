import Add from '@mui/icons-material/Add';
import ViewList from '@mui/icons-material/ViewListOutlined';
import { Box, Button, Typography } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import { ExportButton } from 'react-admin';
import { Link } from 'react-router';
import { mayDo } from '../../config/resource.ts';
import { readsCollection } from '../../dataProvider/readsCollection.ts';
import { getFirstComponents, getListActions } from '../../parts/firstComponents.ts';
import { useCreateTitle, useNumberText, useResourceName } from '../../parts/intl.ts';
import { Icon } from '../../theme/icons.tsx';
import { CONTROL_SIZE, NARROW_WIDTH } from '../../theme/tokens.ts';
import { FilterToggle } from '../filter/FilterToggle.tsx';
import { SearchInput } from '../filter/SearchInput.tsx';
import { useResolvedFilters } from '../filter/useResolvedFilters.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { ColumnsButton } from './ColumnsButton.tsx';
import type { OtherView } from './listViews.tsx';

/**
 * One row if it fits, with text-only buttons if it is tight. On phones title and main action come first, then the
 * tools. react-admin renders Export as a bare icon there, so it gets the border of the other buttons.
 */
const toolbarStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  // Buttons that wrap align to the end.
  justifyContent: { sm: 'flex-end' },
  gap: 1,
  '@media (max-width:599.95px)': {
    '& .MuiButton-root': { px: 1.5 },
    '& .MuiBadge-root .MuiButton-startIcon': { display: 'none' },
    // Icon only, like Export.
    '& .list-head-view': { minWidth: 0, fontSize: 0, '& .MuiButton-startIcon': { mx: 0 } },
  },
  [`@media (min-width:600px) and (max-width:${NARROW_WIDTH}px)`]: {
    '& .MuiButton-root': { px: 1.25 },
    '& .MuiButton-startIcon': { display: 'none' },
  },
  '& > .MuiIconButton-root': {
    width: CONTROL_SIZE,
    height: CONTROL_SIZE,
    border: 1,
    borderColor: 'divider',
    bgcolor: 'background.paper',
  },
} as const;

const narrowStyle = {
  '& > .list-head-break': { display: 'none' },
  [`@media (min-width:600px) and (max-width:${NARROW_WIDTH}px)`]: {
    justifyContent: 'flex-start',
    '& > .list-head-add, & > .list-head-break': { order: -1 },
    '& > .list-head-title': { order: -2 },
    '& > .list-head-break': { display: 'block', flexBasis: '100%' },
  },
} as const;

interface ListToolbarProps {
  title: boolean;
  filtering: boolean;
  onToggleFilters: () => void;
  other: OtherView | undefined;
}

export function ListToolbar({ title, filtering, onToggleFilters, other }: ListToolbarProps) {
  const t = useTranslate();
  const { resource, role } = useView();
  const isOther = other?.isShown ?? false;
  const hasFilters = useResolvedFilters().length > 0 || readsCollection(resource);
  const form = mayDo(resource, role, 'create') ? resource.roles[role]?.form : undefined;
  // With all of these, the tools get a row of their own if the sidebar or a narrow screen leaves no room.
  const crowded = form !== undefined && hasFilters && Boolean(resource.list.search || other);
  return (
    <Box sx={crowded ? [toolbarStyle, narrowStyle] : toolbarStyle}>
      <TitleAndTotal title={title} counted={!isOther} />
      {resource.list.search && <SearchInput />}
      <FilterToggle open={filtering} onToggle={onToggleFilters} />
      {hasFilters && getFirstComponents().listTools.map(({ name, Part }) => <Part key={name} />)}
      {other && (
        <Button
          className="list-head-view"
          variant="outlined"
          startIcon={isOther ? <ViewList /> : <Icon name={other.icon} />}
          onClick={other.toggle}
        >
          {t(isOther ? other.texts.hide : other.texts.show)}
        </Button>
      )}
      {resource.list.layout !== 'cards' && !isOther && (
        <Box sx={{ display: { xs: 'none', sm: 'contents' } }}>
          <ColumnsButton />
        </Box>
      )}
      {mayDo(resource, role, 'export') && (
        <ExportButton variant="outlined" size="medium" maxResults={100_000} meta={{ all: true }} />
      )}
      {getListActions(resource, role).map(({ name, Part }) => Part && <Part key={name} showsRows={!isOther} />)}
      {form && <AddButton to={form} />}
      {crowded && <Box className="list-head-break" />}
    </Box>
  );
}

function TitleAndTotal({ title, counted }: { title: boolean; counted: boolean }) {
  const t = useTranslate();
  const { resource } = useView();
  const { many } = useResourceName(resource);
  const { total } = useListContext();
  const numberText = useNumberText();
  return (
    <Box
      className="list-head-title"
      sx={{
        display: 'flex',
        flexDirection: { xs: 'column', sm: 'row' },
        alignItems: { sm: 'baseline' },
        columnGap: 1.5,
        order: { xs: -1, sm: 0 },
        flex: { xs: title ? '1 1 auto' : '1 0 100%', sm: '1 1 auto' },
      }}
    >
      {title && (
        <Typography variant="h1" component="h1">
          {many}
        </Typography>
      )}
      {total !== undefined && counted && (
        <Typography variant="body2" color="textSecondary" noWrap>
          {t('list.total', { total: numberText(total) })}
        </Typography>
      )}
    </Box>
  );
}

function AddButton({ to }: { to: string }) {
  const { resource } = useView();
  return (
    <Button
      component={Link}
      to={to}
      className="list-head-add"
      variant="contained"
      startIcon={<Add />}
      sx={{ order: { xs: -1, sm: 0 } }}
    >
      {useCreateTitle(resource)}
    </Button>
  );
}
