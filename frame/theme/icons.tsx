import Add from '@mui/icons-material/Add';
import Chart from '@mui/icons-material/BarChartOutlined';
import Build from '@mui/icons-material/BuildOutlined';
import Inventory from '@mui/icons-material/CategoryOutlined';
import Description from '@mui/icons-material/DescriptionOutlined';
import Car from '@mui/icons-material/DirectionsCarOutlined';
import Event from '@mui/icons-material/EventOutlined';
import Folder from '@mui/icons-material/FolderOutlined';
import Archive from '@mui/icons-material/Inventory2Outlined';
import Shipping from '@mui/icons-material/LocalShippingOutlined';
import Medical from '@mui/icons-material/MedicalServicesOutlined';
import Notifications from '@mui/icons-material/NotificationsNoneOutlined';
import Payments from '@mui/icons-material/PaymentsOutlined';
import People from '@mui/icons-material/PeopleOutlined';
import Person from '@mui/icons-material/PersonOutlined';
import Place from '@mui/icons-material/PlaceOutlined';
import Schedule from '@mui/icons-material/Schedule';
import Science from '@mui/icons-material/ScienceOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import Dashboard from '@mui/icons-material/SpaceDashboardOutlined';
import Star from '@mui/icons-material/StarOutlined';
import type { SvgIcon, SvgIconProps } from '@mui/material';
import type { IconName } from '../config/app/icons.ts';

/** The icons that configs can name. To add one, name it in frame/config/app/icons.ts and import its file here. */
const icons: Record<IconName, typeof SvgIcon> = {
  add: Add,
  archive: Archive,
  build: Build,
  car: Car,
  chart: Chart,
  dashboard: Dashboard,
  description: Description,
  event: Event,
  folder: Folder,
  inventory: Inventory,
  medical: Medical,
  notifications: Notifications,
  payments: Payments,
  people: People,
  person: Person,
  place: Place,
  schedule: Schedule,
  science: Science,
  settings: Settings,
  shipping: Shipping,
  star: Star,
};

/** Draws an icon by its name in a config. */
export function Icon({ name, ...props }: SvgIconProps & { name: IconName }) {
  const Found = icons[name];
  return <Found {...props} />;
}
