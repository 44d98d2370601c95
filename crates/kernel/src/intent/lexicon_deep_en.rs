//! English words that ask for what the deeper tools answer: call chains, impact, complexity, hotspots, dependencies.
//!
//! Owns the lists only; what a feature weighs is in `features.rs`, which tool it wants in `wants.rs`.

use super::features::Feature;
use super::lexicon::Group;

/// The lists.
pub(super) const GROUPS: &[Group<Feature>] = &[
    Group {
        feature: Feature::CallChain,
        words: "who_reads_from who_else who_writes_to what_writes writes_to_the who_else_calls call_chain \
            call_chains call_graph call_stack call_tree call_path call_hierarchy who_calls who_is_calling what_calls \
            what_is_calling callers_of callees called_by called_from calls_to is_called_from gets_called every_path \
            path_that paths_that leads_to lead_to that_ends_up that_end_up ends_up_in ends_up_writing \
            ends_up_calling path_from path_of_a flow_from all_the_way step_by_step from_end_to_end end_to_end \
            trace_a trace_the trace_how follow_a follow_the down_to_the code_flow control_flow data_flow invoked_by \
            invokes reaches reachable_from everything_that_calls every_caller",
    },
    Group {
        feature: Feature::Impact,
        words: "what_else_has_to what_else_needs_to what_else_must what_else_changes everything_that_touches \
            anything_that_touches who_imports what_imports which_modules_import modules_import import_the \
            imports_the depend_upon impact impacts impacted affect affects affected what_breaks what_would_break \
            what_else_breaks would_break will_break blast_radius ripple ripple_effect depends_on depend_on \
            dependent_on relies_on rely_on who_uses what_uses which_uses used_by consequences if_i_change \
            if_i_remove if_i_delete if_i_rename if_we_change if_we_remove if_we_drop if_we_rename safe_to_delete \
            safe_to_remove safe_to_change still_used touches would_it_hurt if_we_dropped if_we_removed if_i_dropped \
            if_i_removed if_i_changed if_we_changed knock_on side_effects_of everyone_who_uses",
    },
    Group {
        feature: Feature::Complexity,
        words: "cyclomatic cyclomatic_complexity cognitive_complexity complexity most_complex too_complex too_large \
            grown_too overly_complex complicated nesting nested deeply_nested nest nests deeper_than levels_deep \
            longest_function longest_functions longest_method longest_methods longest_file longest_files \
            biggest_file biggest_files largest_file largest_files biggest_class largest_class largest_classes \
            longest_class lines_long more_than_100_lines god_class god_object too_many_parameters too_many_branches \
            too_many_arguments long_functions long_methods hardest_to_read",
    },
    Group {
        feature: Feature::Hotspot,
        words: "most_fixes the_most_fixes most_bugs the_most_bugs the_most_changes the_most_commits hotspot hotspots \
            hot_spots hot_spot churn churned most_changed changed_most change_most changes_most most_often \
            most_frequently frequently_changed frequently_modified most_edited most_commits most_bug_fixes bug_fixes \
            bugfixes how_many_bug_fixes touched_most most_touched most_active edit_frequency change_frequency \
            changed_together co_change recently_changed error_prone bug_prone",
    },
    Group {
        feature: Feature::DependencyScan,
        words: "cve cves known_vulnerabilities vulnerable_dependencies vulnerable_packages dependency_audit \
            dependency_scan npm_audit cargo_audit pip_audit outdated_dependencies outdated_packages \
            outdated_dependency outdated_libraries license_check licence_check supply_chain snyk dependabot \
            known_security advisories security_advisories scan_dependencies scan_the_dependencies audit_dependencies",
    },
    Group {
        feature: Feature::Environment,
        words: "npm_install yarn_install pnpm_install pip_install poetry_install bundle_install cargo_install \
            brew_install apt_install apt_get go_get docker_build docker_pull docker_image mirror registry_mirror \
            base_image node_modules virtualenv venv conda nvm pyenv proxy_settings my_laptop my_machine xcode_select \
            homebrew devcontainer vpn wsl homebrew_formula",
    },
];
