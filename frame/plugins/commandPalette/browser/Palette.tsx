import Keyboard from '@mui/icons-material/KeyboardOutlined';
import {
  Autocomplete,
  type AutocompleteRenderGroupParams,
  Box,
  Button,
  Dialog,
  type PopperProps,
  Typography,
} from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { normalizeText } from 'portal-frame/browser/plugins';
import type { Role } from 'portal-frame/roles';
import { SearchField, SearchResult, useEnterWhileLoading } from 'portal-frame/search';
import { useTranslate } from 'ra-core';
import { type Command, useCommands } from './commands.tsx';
import { useListCommands } from './useListCommands.tsx';
import { useRecordCommands } from './useRecordCommands.tsx';

/** `enterPressed`: Enter was pressed before the results arrived. */
export interface PaletteQuery {
  text: string;
  enterPressed?: boolean;
}

interface PaletteProps {
  role: Role;
  query: PaletteQuery;
  onQuery: (query: PaletteQuery) => void;
  onClose: () => void;
  onShortcuts: () => void;
}

/** The commands for a text, grouped by heading in the order of each heading's first command. */
function useShownCommands(role: Role, typed: string) {
  const commands = useCommands(role);
  const listCommands = useListCommands(role);
  const { hits, actions, searching, error } = useRecordCommands(role, typed);
  const [recent, remember] = useRecentCommands();
  const found =
    typed === ''
      ? [...recent, ...commands.filter(({ key }) => recent.every((command) => command.key !== key))]
      : [...matchCommands(commands, typed), ...hits, ...actions, ...matchCommands(listCommands, typed)];
  const shown = [...Map.groupBy(found, ({ group }) => group).values()].flat();
  return { shown, remember, searching, error };
}

/** The commands for the typed text, and how one is chosen, by click or Enter. */
function useCommandChoice({ role, query, onClose }: PaletteProps) {
  const typed = query.text.trim();
  const { shown, remember, searching, error } = useShownCommands(role, typed);
  const choose = (command: Command | null | undefined) => {
    if (!command) return;
    remember(command);
    onClose();
    command.run();
  };
  // Records arrive later than screens, so Enter waits only if a record is first.
  const [first] = shown;
  const enter = useEnterWhileLoading({
    text: typed,
    loading: searching && (!first || Boolean(first.hit)),
    enterPressed: query.enterPressed,
    onEnter: () => choose(first),
  });
  return { shown, searching, error, choose, enter };
}

/** Command palette: go to a screen, run a command or find a record. */
export default function Palette(props: PaletteProps) {
  const { query, onQuery, onClose, onShortcuts } = props;
  const t = useTranslate();
  const { shown, searching, error, choose, enter } = useCommandChoice(props);
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{ paper: { 'aria-label': t('palette.title'), sx: { mt: { xs: 2, sm: '12vh' }, overflow: 'hidden' } } }}
    >
      <Autocomplete<Command>
        open
        options={shown}
        filterOptions={(options) => options}
        getOptionLabel={({ label }) => label}
        getOptionKey={({ key }) => key}
        groupBy={({ group }) => group}
        value={null}
        inputValue={query.text}
        onInputChange={(_event, value, reason) => reason === 'input' && onQuery({ text: value })}
        {...enter}
        onChange={(_event, chosen) => choose(chosen)}
        onClose={(_event, reason) => reason === 'escape' && onClose()}
        loading={searching}
        loadingText={t('nav.searching')}
        noOptionsText={error ? error.message : t('palette.nothing')}
        forcePopupIcon={false}
        autoHighlight
        slots={{ popper: InlinePopper, paper: Box }}
        slotProps={listStyles}
        renderGroup={({ key, ...group }) => <CommandGroup key={key} {...group} />}
        renderOption={({ key, ...props }, command) => (
          <Box component="div" key={key} {...(props as object)}>
            <CommandLine command={command} />
          </Box>
        )}
        renderInput={(params) => (
          <SearchField
            {...params}
            autoFocus
            placeholder={t('palette.hint')}
            sx={{ p: 1.5, borderBottom: 1, borderColor: 'divider' }}
            name={t('palette.title')}
          />
        )}
      />
      <PaletteFooter searching={searching && shown.length > 0} onShortcuts={onShortcuts} />
    </Dialog>
  );
}

function PaletteFooter({ searching, onShortcuts }: { searching: boolean; onShortcuts: () => void }) {
  const t = useTranslate();
  return (
    <>
      {searching && (
        <Typography variant="body2" color="textSecondary" role="status" sx={{ px: 2, pb: 1.5 }}>
          {t('nav.searching')}
        </Typography>
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', borderTop: 1, borderColor: 'divider', p: 0.5 }}>
        <Button size="small" onClick={onShortcuts} startIcon={<Keyboard fontSize="small" />}>
          {t('shortcuts.title')}
        </Button>
      </Box>
    </>
  );
}

/** Shows the options inside the dialog instead of a popper. */
const InlinePopper = ({ children }: PopperProps) => <div>{typeof children === 'function' ? null : children}</div>;

function CommandGroup({ group, children }: Pick<AutocompleteRenderGroupParams, 'group' | 'children'>) {
  return (
    <Box role="group" aria-label={group}>
      <Typography variant="body2" color="textSecondary" aria-hidden sx={{ px: 2, pt: 1.5, pb: 0.5 }}>
        {group}
      </Typography>
      {children}
    </Box>
  );
}

function CommandLine({ command: { hit, icon, label } }: { command: Command }) {
  if (hit) return <SearchResult {...hit} />;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 28 }}>
      {icon}
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{label}</Box>
    </Box>
  );
}

const listStyles = {
  paper: {
    sx: {
      border: 0,
      boxShadow: 'none',
      '& .MuiAutocomplete-option.Mui-focused.Mui-focused': { bgcolor: 'primary.soft' },
    },
  },
  listbox: { component: 'div', sx: { maxHeight: 'min(460px, 60vh)', pb: 1 } },
} as const;

/** Finds commands whose label contains all typed words. Matches at word starts come first. */
function matchCommands(commands: readonly Command[], text: string): Command[] {
  const typed = normalizeText(text).split(/\s+/);
  const rankOf = ({ label }: Command) => {
    const words = normalizeText(label).split(/[\s:]+/);
    if (typed.every((word) => words.some((one) => one.startsWith(word)))) return 0;
    // Two letters would match almost every label.
    return typed.every((word) => word.length > 2 && words.some((one) => one.includes(word))) ? 1 : 2;
  };
  const ranked = commands.map((command) => ({ command, rank: rankOf(command) }));
  return ranked
    .filter(({ rank }) => rank < 2)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ command }) => command);
}

const RECENT_KEY = ['palette', 'recent'];
const MAX_RECENT = 5;

/** Recently chosen commands, newest first. Kept in memory only, because they may contain names. */
function useRecentCommands(): [recent: Command[], remember: (command: Command) => void] {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const kept = queryClient.getQueryData<Command[]>(RECENT_KEY) ?? [];
  const remember = (command: Command) => {
    if (!command.isDestination) return;
    const others = kept.filter(({ key }) => key !== command.key);
    queryClient.setQueryDefaults(RECENT_KEY, { gcTime: Number.POSITIVE_INFINITY });
    queryClient.setQueryData(RECENT_KEY, [{ ...command, group: t('palette.recent') }, ...others].slice(0, MAX_RECENT));
  };
  return [kept, remember];
}
