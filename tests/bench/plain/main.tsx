// A usual react-admin app for comparison, with the same appointments and the hand-written views of supplies.tsx.
import Avatar from '@mui/material/Avatar';
import Chip from '@mui/material/Chip';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import {
  Admin,
  type DataProvider,
  DataTable,
  DateField,
  FunctionField,
  List,
  Resource,
  SelectInput,
  Show,
  SimpleShowLayout,
  TextField,
} from 'react-admin';
import { createRoot } from 'react-dom/client';
import { dataProvider } from './provider.ts';
import supplies, { messages } from './supplies.tsx';

const provider: DataProvider = {
  ...dataProvider,
  async getList(name, params) {
    if (name !== 'appointments') return dataProvider.getList(name, params);
    const { page = 1 } = params.pagination ?? {};
    const query = new URLSearchParams({ page: String(page), ...params.filter });
    const reply = await fetch(`/api/v1/admin/get-appointments?${query}`, {
      headers: { Authorization: `Bearer ${localStorage.getItem('userAuthToken')}` },
    });
    const { data } = await reply.json();
    return {
      data: data.appointments.map(({ _id: id, ...record }: { _id: string }) => ({ id, ...record })),
      total: data.totalPages * 10,
    };
  },
};

const statuses = ['Pending', 'Completed', 'Rejected'].map((id) => ({ id, name: id }));
const filters = [<SelectInput key="status" source="status" choices={statuses} alwaysOn />];

const Appointments = () => (
  <List filters={filters} perPage={10}>
    <DataTable rowClick="show">
      <DataTable.Col source="image">
        <FunctionField render={({ image }) => <Avatar src={`/${image}`} />} />
      </DataTable.Col>
      <DataTable.Col source="patientName" />
      <DataTable.Col source="contactNumber" />
      <DataTable.Col source="appointmentDateTime">
        <DateField source="appointmentDateTime" showTime />
      </DataTable.Col>
      <DataTable.Col source="priorityLevel" />
      <DataTable.Col source="status">
        <FunctionField render={({ status }) => <Chip size="small" label={status} />} />
      </DataTable.Col>
    </DataTable>
  </List>
);

const Appointment = () => (
  <Show>
    <SimpleShowLayout>
      <TextField source="patientName" />
      <TextField source="status" />
    </SimpleShowLayout>
  </Show>
);

const i18nProvider = polyglotI18nProvider(() => ({ ...english, ...messages.en }), 'en', undefined, {
  allowMissing: true,
});

createRoot(document.getElementById('root') as HTMLElement).render(
  <Admin dataProvider={provider} i18nProvider={i18nProvider} disableTelemetry>
    <Resource name="appointments" list={Appointments} show={Appointment} recordRepresentation="patientName" />
    <Resource {...supplies} />
  </Admin>,
);
