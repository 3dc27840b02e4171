// The tools of the app beside (tests/bench/peers) as a plain react-admin app with the same columns, filters and form.
import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import {
  Admin,
  AutocompleteInput,
  Create,
  DataTable,
  DateField,
  DateInput,
  Edit,
  List,
  NumberField,
  NumberInput,
  ReferenceField,
  ReferenceInput,
  Resource,
  required,
  SearchInput,
  SelectInput,
  SimpleForm,
  TextInput,
} from 'react-admin';
import { createRoot } from 'react-dom/client';
import { KINDS } from '../peersData.ts';
import { dataProvider } from '../plain/provider.ts';

const kinds = KINDS.map((id) => ({ id, name: id }));
const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <SelectInput key="kind" source="kind" choices={kinds} />,
  <ReferenceInput key="branch" source="branch" reference="branches">
    <AutocompleteInput />
  </ReferenceInput>,
];

const Tools = () => (
  <List filters={filters} sort={{ field: 'name', order: 'ASC' }} perPage={25}>
    <DataTable>
      <DataTable.Col source="name" />
      <DataTable.Col source="code" />
      <DataTable.Col source="kind" />
      <DataTable.Col source="price">
        <NumberField source="price" options={{ style: 'currency', currency: 'USD' }} />
      </DataTable.Col>
      <DataTable.Col source="bought">
        <DateField source="bought" />
      </DataTable.Col>
      <DataTable.Col source="branch">
        <ReferenceField source="branch" reference="branches" />
      </DataTable.Col>
    </DataTable>
  </List>
);

const Form = () => (
  <SimpleForm>
    <TextInput source="name" validate={required()} />
    <TextInput source="code" validate={required()} />
    <SelectInput source="kind" choices={kinds} validate={required()} />
    <NumberInput source="price" />
    <DateInput source="bought" />
    <ReferenceInput source="branch" reference="branches">
      <AutocompleteInput validate={required()} />
    </ReferenceInput>
    <TextInput source="note" multiline />
  </SimpleForm>
);

const NewTool = () => (
  <Create>
    <Form />
  </Create>
);
const ChangeTool = () => (
  <Edit>
    <Form />
  </Edit>
);

const i18nProvider = polyglotI18nProvider(() => english, 'en', undefined, { allowMissing: true });

createRoot(document.getElementById('root') as HTMLElement).render(
  <Admin dataProvider={dataProvider} i18nProvider={i18nProvider} disableTelemetry>
    <Resource name="tools" list={Tools} create={NewTool} edit={ChangeTool} recordRepresentation="name" />
    <Resource name="branches" recordRepresentation="name" />
  </Admin>,
);
