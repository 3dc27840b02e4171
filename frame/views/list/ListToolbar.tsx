import Add from '@mui/icons-material/Add';
import FilterList from '@mui/icons-material/FilterList';
import ViewList from '@mui/icons-material/ViewListOutlined';
import { Badge, Box, Button, Typography } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import { ExportButton } from 'react-admin';
import { Link } from 'react-router';
import { mayDo } from '../../config/resource.ts';
import { mayUseBin } from '../../config/softDelete.ts';
import { useLabel, useResourceName } from '../../parts/intl.ts';
import { Icon } from '../../theme/icons.tsx';
import { CONTROL_SIZE, NARROW_WIDTH } from '../../theme/tokens.ts';
import { SavedQueryMenu } from '../filter/SavedQueryMenu.tsx';
import { SearchInput } from '../filter/SearchInput.tsx';
import { useResolvedFilters } from '../filter/useResolvedFilters.ts';
import { ImportButton } from '../import/ImportButton.tsx';
import { findImportBinding } from '../import/importBinding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { TrashButton } from '../trash/TrashButton.tsx';
import { ColumnsButton } from './ColumnsButton.tsx';

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
  /** True while the calendar replaces the list. */
  isCalendar: boolean;
  onToggleCalendar: () => void;
}

/** Title and actions of the list. */
export function ListToolbar({ title, filtering, onToggleFilters, isCalendar, onToggleCalendar }: ListToolbarProps) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const { resource, role } = useView();
  const { filterValues, total } = useListContext();
  const { one, many } = useResourceName(resource);
  const filters = useResolvedFilters();
  const active = filters.filter(({ name }) => filterValues[name] !== undefined).length;
  const form = resource.roles[role]?.form;
  const canAdd = form !== undefined && mayDo(resource, role, 'create');
  // With all of these, the tools get a row of their own if the sidebar or a narrow screen leaves no room.
  const crowded = canAdd && filters.length > 0 && Boolean(resource.list.search || resource.list.calendar);
  return (
    <Box sx={crowded ? [toolbarStyle, narrowStyle] : toolbarStyle}>
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
        {total !== undefined && !isCalendar && (
          <Typography variant="body2" color="textSecondary" noWrap>
            {t('list.total', { total })}
          </Typography>
        )}
      </Box>
      {resource.list.search && <SearchInput />}
      {filters.length > 0 && (
        <Badge badgeContent={active} color="primary">
          <Button variant="outlined" startIcon={<FilterList />} onClick={onToggleFilters} aria-expanded={filtering}>
            {t(filtering ? 'list.hideFilters' : 'list.showFilters')}
          </Button>
        </Badge>
      )}
      {filters.length > 0 && <SavedQueryMenu />}
      {resource.list.calendar && (
        <Button
          className="list-head-view"
          variant="outlined"
          startIcon={isCalendar ? <ViewList /> : <Icon name="event" />}
          onClick={onToggleCalendar}
        >
          {t(isCalendar ? 'calendar.hide' : 'calendar.show')}
        </Button>
      )}
      {resource.list.layout !== 'cards' && !isCalendar && (
        <Box sx={{ display: { xs: 'none', sm: 'contents' } }}>
          <ColumnsButton />
        </Box>
      )}
      {mayDo(resource, role, 'export') && (
        <ExportButton variant="outlined" size="medium" maxResults={100_000} meta={{ all: true }} />
      )}
      {!isCalendar && mayUseBin(resource, role, 'see') && <TrashButton />}
      {findImportBinding(resource, role) && <ImportButton />}
      {canAdd && (
        <Button
          component={Link}
          to={form}
          className="list-head-add"
          variant="contained"
          startIcon={<Add />}
          sx={{ order: { xs: -1, sm: 0 } }}
        >
          {resource.create?.title ? translateLabel(resource.create.title) : t('list.add', { name: one })}
        </Button>
      )}
      {crowded && <Box className="list-head-break" />}
    </Box>
  );
}
