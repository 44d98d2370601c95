//! English words and phrases about code, systems and what is wanted of them.
//!
//! Owns the lists only; what a feature weighs is in `features.rs`. Inflected forms are found by their stem.

use super::features::Feature;
use super::lexicon::Group;

/// The lists.
pub(super) const GROUPS: &[Group<Feature>] = &[
    Group {
        feature: Feature::Stop,
        words: "a an the and or of to in on at by for from with without into onto than then so as is are was were be \
            been being am do does did done has have had having can could will would may might shall i me we us you \
            your yours he him his she her hers they them their theirs my mine our ours who whom whose if else while \
            about after before again also all any because both each even every just more most much many very too \
            only other others own same some such there up down out off over under once please pls let lets let's i'm \
            i'd i'll i've we're we've you're it's that's there's not no yes ok now still yet already always often \
            really quite rather well back here's get gets got go goes going make makes made take takes one ones two \
            three four five six seven eight nine ten like need needs want wants see seem seems looks look way ways \
            kind sort lot bit little few several between during since until through against along around but per via \
            etc eg ie something anything everything someone somebody anyone anybody able don't isn't it'd",
    },
    Group {
        feature: Feature::Vague,
        words: "it this that these those thing things stuff result results output code part parts change changes \
            better nicer faster cleaner shorter simpler prettier smaller bigger answer last first second third point \
            step rest remaining todo todos item suggestion suggestions approach idea above below previous earlier \
            version whole work works",
    },
    Group {
        feature: Feature::CodeNoun,
        words: "method struct interface enum module crate namespace parameter param arg callback closure decorator \
            annotation macro subclass superclass base_class abstract constructor destructor getter setter iterator \
            generator coroutine mutex semaphore array vector hashmap hash_map dict tuple struct_field boolean bool \
            integer string_literal regex regexp lambda predicate overload type_hint typing return_type return_value \
            signature prototype identifier recursion endpoint api route router controller handler middleware \
            resolver service_layer repository_pattern dao orm entity migration query sql transaction \
            stored_procedure index_on foreign_key primary_key table_column component widget props state_machine \
            reducer selector slice singleton adapter facade listener emitter dispatcher queue_consumer subscriber \
            pipeline parser lexer tokenizer grammar ast compiler linker assembler bytecode optimizer codegen \
            serializer deserializer serialization deserialization encoder decoder codec validator validation \
            sanitizer formatter linter linting lint utility shim stub fixture test_case test_suite unit_test \
            unit_tests integration_test integration_tests e2e test tests testing spec specs assertion benchmark \
            coverage test_coverage dockerfile readme changelog docstring docstrings comment_block config \
            configuration env_var environment_variable environment_variables flag feature_flag setting settings cli \
            subcommand exit_code stdout stderr stdin buffer file_handle file_descriptor socket bytes offset bitmask \
            struct_layout allocation allocator garbage_collector gc refactor refactoring dead_code boilerplate \
            duplication implementation algorithm data_structure codepath code_path entry_point entrypoint \
            source_code source_file directories dependency dependencies module_graph plugin plugins extension addon \
            firmware kernel_module shader renderer backend frontend front_end back_end server_side client_side \
            monolith microservice microservices monorepo workspace ci pipeline_step deployment rollout version_bump \
            branch_name merge_conflict rebase_conflict git stylesheet css html dom jsx selector_class viewport \
            breakpoint polyfill bundle bundler webpack vite babel eslint prettier typescript_types logging logger \
            log_level logs tracing metric metrics telemetry struct_tag null nil undefined nullable optional \
            default_value placeholder enum_value magic_number hardcoded hard_coded hardcode literal async await \
            sync_call futures async_function event_loop callback_hell goroutine channel_buffer actor_model",
    },
    Group {
        feature: Feature::TechNoun,
        words: "cache caching socket websocket websockets token jwt oauth login log_in signin sign_in sign_up signup \
            logout password_reset authentication authorization auth permission permissions acl encryption hashing \
            hash checksum certificate tls ssl http https request requests response payload json xml yaml csv \
            pdf_export markdown database db postgres postgresql mysql sqlite redis mongo mongodb elasticsearch kafka \
            rabbitmq s3 bucket blob upload uploads uploading download downloads import_job cron cronjob nightly \
            retry retries backoff rate_limit rate_limiter rate_limiting throttle timeout timeouts latency throughput \
            concurrency locking deadlock memory_usage cpu gpu disk filesystem proxy gateway load_balancer docker \
            kubernetes k8s helm terraform lambda_function daemon subprocess interrupt serial_port usb bluetooth \
            sensor sensors packet packets handshake stream_api pagination sorting filtering search search_index \
            indexing autocomplete webhook webhooks notification_service push_notification push_notifications \
            telemetry_event analytics tracking locale locales i18n l10n translation_file timezone time_zone \
            time_zones timestamp timestamps encoding utf_8 unicode charset rounding precision overflow underflow \
            parsing rendering layout grid dark_mode dark_theme light_theme viewport_size canvas webgl sprite \
            shader_pass physics pathfinding tilemap solver simulation simulator emulator model_training inference \
            dataset embedding tensor pipeline_run feature_store etl ingestion sync synchronization replication \
            backups snapshot restore rollback migration_script crawler scraper feed rss sitemap seo crud graphql \
            grpc rest_api rpc sdk ide editor_plugin lsp console debugger profiler profiling heap_dump core_dump \
            crash_report stack_trace stacktrace backtrace crash_log log_file log_files config_file lockfile \
            lock_file env_file gitignore submodule worktree npm yarn pnpm pip poetry cargo maven gradle bazel cmake \
            make_target brew apt toolchain sandbox staging production prod_env dev_server localhost dns ip_address \
            url urls link_checker redirect redirects header_value api_key api_keys secret_key credentials ttl expiry \
            expiration uuid guid primary_index barcode qr_code printer_driver pos_terminal checkout payment_gateway \
            subscription_plan billing invoice_run csv_file json_file spreadsheet_import importer exporter \
            calculation interpolation scoring ranking leaderboard_query ledger_entry workflow functionality software \
            app apps application website webapp web_app tooling",
    },
    Group {
        feature: Feature::Ambiguous,
        words: "deploy class function form forms branch bug bugs memory thread threads loop scope string strings \
            table tables file files folder script scripts driver drivers server servers client clients network \
            signal signals frame frames layer layers map maps order orders store stores key keys port ports state \
            states list lists card cards menu menus view views item items record records player players comment \
            comments label labels graph node nodes cluster container containers cloud lock locks build builds \
            release command option options feature features tool tools site model data process queue job jobs stack \
            heap pointer reference argument condition statement hook hooks import imports export exports type \
            library package resource virus bot agent agents bus rule rules step role roles link links gate display \
            level levels score match filter filters session sessions trace track patch patches fork merge kernel \
            terminal root bit bits byte cookie cookies shell host instance object trigger generic template context \
            provider factory channel stream streams promise future worker producer consumer publisher observer \
            visitor interpreter dictionary collision animation theme themes texture mesh scanner converter \
            calculator race lookup registry mode schema scheduler directory program programs board boards draft \
            subject engine batch plan plans protocol backup plug_in default defaults limit limits alert alerts \
            timeline chart charts tab tabs row column columns page preview history archive profile icon legend \
            caption badge banner photo photos wrapper helper mock header footer symbol trait constant variable \
            variables operator operators",
    },
    Group {
        feature: Feature::Language,
        words: "python javascript typescript java kotlin rust golang ruby php swift scala perl haskell ocaml erlang \
            elixir clojure lua dart julia matlab fortran cobol pascal bash powershell cpp c++ solidity zig nim react \
            vue angular svelte django flask rails laravel spring express fastapi numpy pandas node_js nodejs",
    },
    Group {
        feature: Feature::ProductPart,
        words: "pages screen screens button buttons field fields rows submenu dropdown sidebar toolbar navbar \
            nav_bar navigation header_bar dialog dialogs modal popup pop_up tooltip toast_message icons logo avatar \
            thumbnail gallery slider carousel panel panels tile tiles widget_area checkbox radio_button toggle \
            switch input inputs textbox text_box text_field search_box search_bar search_results date_picker \
            datepicker calendar_view graphs dashboard dashboards report reports overview summary_page detail_page \
            landing_page home_page homepage start_page empty_state loading_state spinner progress_bar pagination_bar \
            cursor scrollbar scroll_bar keyboard_shortcut keyboard_shortcuts shortcut shortcuts hotkey \
            keyboard_layout keyboard_layouts clipboard drag_and_drop thumbnail_view template_editor editor receipt \
            receipts invoice invoices statement_pdf ticket_number order_number basket cart carts shopping_cart \
            coupon coupons voucher vouchers discount discounts fine fines fee fees price_list tariff tariffs \
            quote_form booking bookings reservation reservations appointment appointments schedule schedules roster \
            rosters timetable timetables shift_plan seat_map seating_plan floor_plan catalogue catalog inventory \
            stock_level warehouse shipment shipments delivery_slot pickup_address address_book profile_page account \
            accounts user_account settings_page settings_screen preferences wizard onboarding sign_up_form \
            registration confirmation confirmation_mail verification_mail newsletter notification notifications \
            reminder_mail inbox outbox message_list thread_view comment_section feed_page playlist playlists \
            audio_player video_player subtitles leaderboard leaderboards scoreboard highscore high_score \
            level_editor inventory_screen minimap map_view map_tiles zoom watermark import_dialog import_wizard \
            print_view printout pdf csv excel_export spreadsheet attachment attachments photo_upload file_upload \
            e_mail_template mail_template status_bar status_page ui ux gui interface_text wording error_message \
            error_messages warning_message validation_message copy_button quota quotas threshold filters_panel \
            sort_order column_width font fonts color_scheme colour_scheme palette colour_palette color_palette \
            brand_colours brand_colors css_theme headline placeholder_text language_switcher product products \
            item_list order_status customer_record patient_record entry entries log_entry audit_log audit_table \
            audit_trail history_view login_page login_screen checkout_page payment payments refund refunds claim \
            claims policy_number subscription subscriptions tenant_id plan_page pricing_page admin admin_panel \
            admin_area gate_controller turnstile kiosk displays meter_reading meter_readings dial gauge",
    },
    Group {
        feature: Feature::Actor,
        words: "user users customer customers member members guest guests visitor visitors patient patients tenant \
            tenants subscriber subscribers operator operators admins administrator administrators moderator \
            moderators reader readers borrower borrowers librarian librarians student students pupil pupils teacher \
            teachers tutor driver drivers rider riders courier couriers seller sellers buyer buyers vendor vendors \
            supplier suppliers bidder bidders donor donors volunteer volunteers player_account players employee \
            employees manager managers cashier cashiers receptionist clinician nurse_account dispatcher_role agent \
            agents reviewer reviewers editor_role author authors viewer viewers owner owners shopper shoppers \
            passenger passengers crew pilot pilots staff",
    },
    Group {
        feature: Feature::RepoRef,
        words: "repo repository repositories codebase code_base this_project our_project the_project this_code \
            our_code the_code in_code in_the_code this_file this_function this_class this_module this_branch \
            this_repo here in_our in_here we_have do_we did_we our_app the_app our_system the_system our_service \
            source_tree main_branch master_branch this_app this_service our_api our_model our_backend our_frontend",
    },
    Group {
        feature: Feature::Fix,
        words: "fix fixes fixed fixing repair debug debugging troubleshoot diagnose investigate find_out_why \
            figure_out_why track_down root_cause hunt_down get_rid_of_the_error solve resolve_the resolve_this \
            bugfix hotfix find_the_bug find_the_cause what_causes what_is_causing what's_causing goes_wrong \
            went_wrong what_went_wrong what's_wrong what_is_wrong find_the_place sort_out",
    },
    Group {
        feature: Feature::Symptom,
        words: "stall stalls stalled clears wipes erases still_see still_sees still_shows still_show still_get \
            still_gets still_says still_appears still_appear still_open still_there still_listed still_visible \
            three_times four_times multiple_times several_times two_times mirrors rotated sideways day_early \
            day_late hour_early hour_late an_hour_early minutes_late minutes_early come_back_empty comes_up_empty \
            finds_nothing shows_none returns_none no_results kicked doubled_points is_zero is_null is_empty is_blank \
            is_missing break_the breaks_the stops_at backwards counts_backwards come_out comes_out in_reverse \
            kept_running kept_going killed climbs different mirrored points_south cuts_out unsupported \
            already_exists wrong_direction flipped inverted reversed mislabeled misreported undercounts overcounts \
            two_different mixed crash crashes crashed crashing hang hangs hung freeze freezes froze frozen stuck \
            broken breaks broke fail fails failed failing failure doesn't_work does_not_work not_working \
            isn't_working is_not_working won't cannot can't couldn't doesn't didn't isn't aren't wasn't weren't \
            hasn't haven't does_not did_not is_not are_not was_not never nothing_happens no_effect no_longer stops \
            stopped_working wrong wrongly incorrect incorrectly inaccurate mismatch mismatched inconsistent missing \
            lost loses lose lost_data disappear disappears disappeared vanish vanishes gone duplicate duplicates \
            duplicated twice double_charged doubled garbled corrupt corrupted truncated cut_off blank empty_column \
            comes_back_empty shows_nothing returns_nothing grey_screen white_screen blank_screen flicker flickers \
            flickering flaky intermittent intermittently sporadic sporadically randomly slow slowly slower sluggish \
            laggy lags lag takes_forever takes_ages too_slow so_slow too_long leak leaks leaking memory_leak growing \
            grows jumps jump_back jumps_back resets reset_itself logged_out kicked_out times_out timed_out \
            timing_out disconnects disconnect reconnects drops dropped skipped skips overlaps overlap overlapping \
            off_by out_of_sync out_of_order wrong_order unexpected unexpectedly weird strange odd misbehaves \
            off_by_one too_heavy too_light too_big too_small too_high too_low too_late too_many too_few too_much \
            than_expected by_itself on_its_own for_no_reason switches_off turns_off shuts_down swaps swapped empties \
            emptied vanishing mixes_up mixed_up miscounts not_counted counted_twice turns_right turns_left ignores \
            misaligned shifted drifts drifting overshoot overshoots undershoot stale outdated_value not_updated \
            doesn't_update not_refreshed ignored overwrites overwritten overflows negative nan infinite_loop endless \
            regressed regression bug bugs buggy defect glitch issue broken_link bogus spurious repeats repeated \
            unreachable unresponsive rejected refuses denied permission_denied forbidden differ differs late \
            too_early an_hour_late wrong_way upside_down cropped clipped throws thrown throwing raises blows_up \
            explodes complain complains complained not_found undefined_method half_way halfway problem problems \
            trouble instead_of_showing spikes spike exits_with dies died exhausted starves deadlocks",
    },
    Group {
        feature: Feature::SymptomHint,
        words: "instead_of suspect i_suspect seems_to appears_to until but although even_though whenever sometimes \
            occasionally show_up keep keeps kept after_the_upgrade since_the since_we after_updating after_upgrading \
            as_soon_as suddenly anymore any_more when_i when_we when_you every_time only_on only_when instead \
            turns_into around_midnight the_same locally though despite stays remains shows_up half shows displays \
            returns gives prints opens closes says reports sends",
    },
    Group {
        feature: Feature::ErrorWord,
        words: "error errors exception exceptions segfault segmentation_fault core_dumped panic panics panicked \
            traceback stack_overflow out_of_memory oom null_pointer nullpointer npe assertion_failed assertionerror \
            typeerror keyerror valueerror runtimeerror syntaxerror importerror unhandled uncaught fatal sigsegv \
            sigabrt sigkill errno 404 500 502 503 504 403 401 econnrefused enoent eresolve eacces status_500 \
            http_500 compile_error compiler_error build_error linker_error type_error syntax_error warning warnings \
            deprecation_warning failing_test failing_tests test_failure red_build bug_report crash_dump deadlocked",
    },
    Group {
        feature: Feature::Add,
        words: "ship deliver notify remind add adds added adding implement implements introduce create generate \
            write build_me set_up setup scaffold bootstrap draft_a_migration insert append attach include enable \
            support integrate hook_up wire_up wire plug_in provide offer expose emit register new_feature \
            new_endpoint new_page come_up_with cook_up whip_up put show_the_remaining display_the prepare produce \
            we_need a_new add_a add_an write_a_script write_tests cover_with_tests script_that tool_that \
            function_that cli_that document_the",
    },
    Group {
        feature: Feature::Order,
        words: "export import upload download skip ignore prevent avoid block warn mark highlight group order send \
            mail ask prompt lock unlock archive copy clone paginate render draw animate play pause resume open close \
            track measure schedule delay cap clamp trim strip escape encode decode encrypt decrypt compress resize \
            crop rotate scale center centre pad wrap truncate expand toggle refresh reload load fetch query save \
            keep retain purge expire reject assign link embed print read parse detect recognise recognize verify \
            mock seed profile monitor alert charge refund bill discount sum average filter search index match pair \
            reduce join colour color tint underline bold number label tag count store start stop pin sync back_up \
            show_a offer_a",
    },
    Group {
        feature: Feature::Change,
        words: "change update modify adjust edit tweak alter improve enhance optimize optimise speed_up bump upgrade \
            downgrade migrate switch_to use turn_off turn_on turn disable hide increase decrease raise_the lower \
            reduce shorten extend expand limit_the restrict allow enforce require validate_the sort sort_by give \
            format reformat restyle polish prettify beautify tidy clean clean_up cleanup simplify shrink_the \
            cache_the debounce memoize persist log_the round localise localize internationalize pin unpin delete \
            remove drop_the set_the set bring align align_with swap reorder rewrite redo rework adapt port make_the \
            make_sure ensure stop_using respect treat handle patch_the get_rid_of default_to merge_the combine \
            group_by teach_the finish complete",
    },
    Group {
        feature: Feature::Restructure,
        words: "merge swap collapse fold_the rename renames renaming refactor refactors restructure reorganize \
            reorganise extract extracts inline move_the move split_up split decouple deduplicate dedupe de_duplicate \
            consolidate unify convert convert_the replace replaces replacing pull_out factor_out break_up break_out \
            turn_into generalize generalise modularize abstract_away deprecate drop drops remove_the_deprecated \
            change_the_signature change_the_return change_the_type make_async base_class common_base extract_a \
            into_its_own into_their_own migrate_from hand_written rip_out pull_the take_the_logic lift_the \
            separate_the",
    },
    Group {
        feature: Feature::Wish,
        words: "an_option_to option_to a_way_to the_ability_to ability_to the_possibility_to i'd_like i_would_like \
            we'd_like should_be_able_to should_be_allowed_to must_be_able_to want_to_be_able_to needs_to_be_able_to \
            should must ought_to needs_to need_to_be shouldn't should_not must_not mustn't may_only can_only has_to \
            have_to it_would_be_nice would_like we_want let_users let_the let_members let_customers allow_users \
            so_that need_a need_an needs_a needs_an want_a want_an wants_a wants_an want_the wants_the need_the \
            needs_the needs_more need_more up_to at_most at_least by_default in_front_of next_to as_well_as_the",
    },
    Group {
        feature: Feature::Callers,
        words: "its_users update_its_users its_callers their_callers its_usages callers caller call_sites call_site \
            callsites usages usage_of all_uses every_use everywhere all_references references_to whoever_uses \
            all_the_places all_places consumers_of dependents dependants implementers throughout across_the \
            across_all",
    },
    Group {
        feature: Feature::Where,
        words: "where where's where_is where_are where_do where_does which_file which_files which_module which_class \
            which_function what_file in_which_file location_of find_the_code find_where locate find show_me_where \
            point_me_to look_for search_for grep who_decides who_sets who_creates who_writes",
    },
    Group {
        feature: Feature::Mechanism,
        words: "what_triggers what_decides what_determines where_is_the_logic worked_out who_can who_may who_gets \
            who_receives who_is_allowed get_into gets_into got_into end_up_in computed calculated determined decided \
            resolved_to detected derived loaded loaded_from read_from stored persisted chosen picked_up scheduled_by \
            populated configured defined implemented initialized initialised instantiated registered enforced \
            triggered evaluated rendered_by parsed generated_by walk_me_through what_implements who_implements \
            works_internally under_the_hood comes_from come_from gets_its what_controls refreshed",
    },
    Group {
        feature: Feature::Works,
        words: "what_does_the how_is how_are how_does how_do_the how_do_we how's how_did how_was how_were how_will \
            how_do_these how_would what_happens what_happens_when what_happens_after when_is when_are when_does \
            when_do when_will how_it_works how_do how_can_the where_does_the",
    },
    Group { feature: Feature::How, words: "how how_do_i how_can_i how_to in_what_way how_come how_exactly" },
    Group {
        feature: Feature::What,
        words: "what's what's_in what which when who what_is what_are what_does what_do whats what_kind what_kinds \
            what_type which_one how_many how_much how_often how_long is_there are_there does_it do_they does_the \
            is_the are_the can_the has_the anywhere what_about",
    },
    Group {
        feature: Feature::Why,
        words: "why why's why_is why_are why_does why_do why_did why_doesn't why_isn't reason_for reason_why \
            rationale how_come_the",
    },
    Group {
        feature: Feature::Show,
        words: "list show show_me give_me display print_all enumerate summarize summarise summary overview tour \
            outline describe rank name_all count compare everything_that all_the every_place look_at look_into \
            check_how see_how take_a_look browse inspect dig_into understand understanding",
    },
    Group {
        feature: Feature::Explain,
        words: "explain explains explanation walk_me_through tell_me_how tell_me_about tell_me_what teach_me \
            help_me_understand clarify what_does_this_do what_is_this_for purpose_of meaning_of role_of eli5 \
            document",
    },
    Group {
        feature: Feature::Review,
        words: "security_check security_review security_audit sign_off sign_off_on poke_holes poke_holes_in \
            pick_holes tear_apart review reviews reviewing code_review audit critique go_over look_over \
            give_feedback feedback_on give_me_feedback second_opinion sanity_check double_check proofread_the_code \
            assess evaluate_the nitpick pick_apart inspect_the_diff vet_the check_my check_whether check_if \
            check_for scrutinize have_a_look have_a_look_at what_would_you_do_differently scan scan_for scan_the",
    },
    Group {
        feature: Feature::Judge,
        words: "constant_time properly fishy anything_fishy anything_odd could_go_wrong what_could_go_wrong \
            anything_risky risky ready_to_merge ready_to_ship handle_correctly correctly any_risk any_risks \
            stability robustness correctness what_do_you_think your_opinion opinion_on thoughts_on any_thoughts \
            is_it_safe is_this_safe safe thread_safe secure tamper_proof tamper_resistant bulletproof \
            would_you_merge would_you_approve would_you_ship is_this_ok is_it_ok is_this_correct is_it_correct \
            is_this_right is_that_right correct_way does_this_look does_it_look any_problems any_issues any_concerns \
            anything_wrong anything_suspicious good_idea bad_idea best_practice best_practices idiomatic robust \
            maintainable readable code_smell code_smells could_be_better could_this could_it would_this would_it \
            is_it_worth makes_sense make_sense too_complicated overkill acceptable does_this_patch does_this_change \
            does_my_change any_security is_my is_our pros_and_cons differently",
    },
    Group {
        feature: Feature::Risk,
        words: "race_condition race_conditions data_race data_races deadlock deadlocks memory_leak memory_leaks \
            vulnerability vulnerabilities security security_hole security_holes sql_injection injection xss csrf \
            timing_attack timing_attacks side_effects edge_case edge_cases corner_case corner_cases \
            backwards_compatibility backward_compatibility breaking_change breaking_changes use_after_free \
            double_free undefined_behavior undefined_behaviour pointer_arithmetic error_handling n_plus_one n+1 \
            thread_safe thread_safety technical_debt tech_debt",
    },
    Group {
        feature: Feature::ChangeNoun,
        words: "my_branch this_branch the_branch feature_branch diff diffs patch patches pull_request pull_requests \
            pr prs merge_request commit commits last_commit my_changes my_change this_change these_changes changeset \
            staged_changes working_tree the_diff changelist mr",
    },
];
